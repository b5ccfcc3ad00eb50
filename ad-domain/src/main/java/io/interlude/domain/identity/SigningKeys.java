package io.interlude.domain.identity;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The secrets that sign fetch ids and click tokens: the first signs, all of them verify. Prints
/// nothing.
public final class SigningKeys {
    public static final int SECRET_BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";

    private final List<byte[]> secrets;

    /// @throws IllegalArgumentException without a secret, or if one is shorter than 32 bytes
    public SigningKeys(List<byte[]> secrets) {
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException("no signing key");
        }
        for (byte[] secret : secrets) {
            if (secret.length < SECRET_BYTES) {
                throw new IllegalArgumentException("a signing key is shorter than 32 bytes");
            }
        }
        this.secrets = secrets.stream().map(byte[]::clone).toList();
    }

    List<byte[]> verifying() {
        return secrets;
    }

    /// The oldest secret, for what must stay the same when a new one is added in front.
    public SecretKeySpec oldest(String algorithm) {
        return new SecretKeySpec(secrets.getLast(), algorithm);
    }

    /// A key for another purpose from each secret, in their order: HMAC-SHA-256 of the label.
    /// Nothing else that a secret signs begins with the same label.
    public List<byte[]> derived(String label) {
        return secrets.stream().map(secret -> derived(secret, label)).toList();
    }

    private static byte[] derived(byte[] secret, String label) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            return mac.doFinal((label + '\0').getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    @Override
    public String toString() {
        return "SigningKeys[" + secrets.size() + "]";
    }
}
