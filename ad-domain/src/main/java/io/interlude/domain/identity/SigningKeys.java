package io.interlude.domain.identity;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/// The secrets that sign fetch ids, click tokens and manifests: the first signs, all of them
/// verify. Prints nothing.
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
    public HmacSha256 oldest() {
        return new HmacSha256(secrets.getLast());
    }

    /// 32 bytes made from each secret for one purpose, in the order of the secrets. Nobody who has
    /// them learns the secret or what another purpose has: HKDF-SHA-256 (RFC 5869) without a salt,
    /// with the purpose as its info.
    public List<byte[]> derived(String purpose) {
        byte[] info = purpose.getBytes(StandardCharsets.UTF_8);
        return secrets.stream().map(secret -> derived(secret, info)).toList();
    }

    private static byte[] derived(byte[] secret, byte[] info) {
        try {
            return KDF.getInstance("HKDF-SHA256")
                    .deriveData(
                            HKDFParameterSpec.ofExtract()
                                    .addIKM(secret)
                                    .thenExpand(info, SECRET_BYTES));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HKDF-SHA256", e);
        }
    }

    @Override
    public String toString() {
        return "SigningKeys[" + secrets.size() + "]";
    }
}
