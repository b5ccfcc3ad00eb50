package io.interlude.domain.identity;

import java.util.List;
import javax.crypto.spec.SecretKeySpec;

/// The secrets that sign fetch ids and click tokens: the first signs, all of them verify. Prints
/// nothing.
public final class SigningKeys {
    public static final int SECRET_BYTES = 32;

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

    @Override
    public String toString() {
        return "SigningKeys[" + secrets.size() + "]";
    }
}
