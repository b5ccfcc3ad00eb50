package io.interlude.web.settings;

import io.interlude.domain.identity.SigningKeys;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings `interlude.signing.*`. Prints no secret.
///
/// @param secrets secrets of at least 32 bytes each, in hex or base64; the first signs, all verify
public record SigningSettings(@DefaultValue({}) List<String> secrets) {
    public SigningSettings {
        secrets = List.copyOf(secrets);
        List<String> violations = new ArrayList<>();
        if (secrets.isEmpty()) {
            violations.add("secrets is empty: give at least one secret of 32 bytes");
        }
        for (int i = 0; i < secrets.size(); i++) {
            if (decode(secrets.get(i)).length < SigningKeys.SECRET_BYTES) {
                violations.add("secrets[" + i + "] is not 32 bytes or more in hex or base64");
            }
        }
        InvalidSettingsException.throwIfAny(violations);
    }

    public SigningKeys signingKeys() {
        return new SigningKeys(secrets.stream().map(SigningSettings::decode).toList());
    }

    /// The secret's bytes; none if the text is neither hex nor base64.
    private static byte[] decode(String text) {
        try {
            return text.matches("([0-9a-fA-F]{2})*")
                    ? HexFormat.of().parseHex(text)
                    : Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    @Override
    public String toString() {
        return "SigningSettings[" + secrets.size() + " secrets]";
    }
}
