package io.interlude.report.boot;

import io.interlude.report.manifest.SealingLimits;
import io.interlude.web.settings.InvalidSettingsException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// Settings `interlude.manifests.*`.
///
/// @param enabled whether this process seals the journal's hours
/// @param grace how long after its end an hour is sealed that no later record has ended
/// @param readRate most of the journal that is read for it in a second, about
/// @param formerKeys public keys (`x` of the JWK) of signing secrets that are no longer configured
public record ManifestSettings(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("1m") Duration grace,
        @DefaultValue("16MB") DataSize readRate,
        @DefaultValue({}) List<String> formerKeys) {
    private static final Duration LONGEST_GRACE = Duration.ofHours(1);
    private static final DataSize SLOWEST = DataSize.ofKilobytes(64);

    /// A manifest may be late by it. Each turn asks for a hundred partitions, so there are few.
    private static final Duration TURN = Duration.ofSeconds(5);

    private static final int KEY_BYTES = 32;

    public ManifestSettings {
        formerKeys = List.copyOf(formerKeys);
        List<String> violations = new ArrayList<>();
        if (grace.isNegative() || grace.compareTo(LONGEST_GRACE) > 0) {
            violations.add("grace is not 0 to 1h: " + grace);
        }
        if (readRate.compareTo(SLOWEST) < 0) {
            violations.add("read-rate is less than 64KB: " + readRate);
        }
        for (int i = 0; i < formerKeys.size(); i++) {
            if (decode(formerKeys.get(i)).length != KEY_BYTES) {
                violations.add("former-keys[" + i + "] is not 32 bytes in base64url");
            }
        }
        if (!violations.isEmpty()) {
            throw new InvalidSettingsException(violations);
        }
    }

    SealingLimits limits() {
        return new SealingLimits(grace, TURN, readRate.toBytes() * TURN.toSeconds());
    }

    List<byte[]> formerPublicKeys() {
        return formerKeys.stream().map(ManifestSettings::decode).toList();
    }

    private static byte[] decode(String text) {
        try {
            return Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException _) {
            return new byte[0];
        }
    }
}
