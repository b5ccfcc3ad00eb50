package io.interlude.catalogue.subscriber;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.domain.digest.Sha256;
import io.interlude.domain.identity.SigningKeys;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Encrypts the secrets that are kept in Kafka, with AES-256-GCM under keys made from the signing
/// secrets: the first one's wraps, all of them unwrap. Safe for use by many threads.
public final class SecretWrapping {
    private static final String LABEL = "interlude-subscriber-keys";
    private static final String ALGORITHM = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int NAME_BYTES = 4;

    private final List<NamedKey> keys;
    private final SecureRandom random;

    public SecretWrapping(SigningKeys signingKeys, SecureRandom random) {
        this.keys = signingKeys.derived(LABEL).stream().map(NamedKey::of).toList();
        this.random = random;
    }

    /// A wrapped secret, and which key wrapped it.
    ///
    /// @param text nonce, then cipher text and tag, in base64
    /// @param by name of the key, which tells nothing of it
    public record Wrapped(String text, String by) {}

    /// Wraps a secret.
    ///
    /// @param place where it is kept; only there can it be unwrapped
    public Wrapped wrap(byte[] secret, String place) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        NamedKey key = keys.getFirst();
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, key, nonce, place).doFinal(secret);
            byte[] bytes =
                    ByteBuffer.allocate(NONCE_BYTES + sealed.length).put(nonce).put(sealed).array();
            return new Wrapped(Base64.getEncoder().encodeToString(bytes), key.name());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-256-GCM", e);
        }
    }

    /// The secret; empty if none of the keys wrapped it, or not for this place.
    public Optional<byte[]> unwrap(Wrapped wrapped, String place) {
        byte[] bytes = decoded(wrapped.text());
        if (bytes.length < NONCE_BYTES) {
            return Optional.empty();
        }
        for (NamedKey key : keys) {
            if (key.name().equals(wrapped.by())) {
                try {
                    return Optional.of(
                            cipher(Cipher.DECRYPT_MODE, key, bytes, place)
                                    .doFinal(bytes, NONCE_BYTES, bytes.length - NONCE_BYTES));
                } catch (GeneralSecurityException _) {
                    // Another key may have the same name.
                }
            }
        }
        return Optional.empty();
    }

    private static byte[] decoded(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    /// Whether the first key wrapped it, so that it can be unwrapped when the others are gone.
    boolean isNewest(String by) {
        return keys.getFirst().name().equals(by);
    }

    /// @param from what begins with the nonce
    private static Cipher cipher(int mode, NamedKey key, byte[] from, String place)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(ALGORITHM);
        cipher.init(mode, key.key(), new GCMParameterSpec(TAG_BITS, from, 0, NONCE_BYTES));
        cipher.updateAAD(place.getBytes(UTF_8));
        return cipher;
    }

    /// A key, and the first digits of its hash.
    private record NamedKey(String name, SecretKeySpec key) {
        static NamedKey of(byte[] key) {
            return new NamedKey(
                    HexFormat.of().formatHex(Sha256.of(key), 0, NAME_BYTES),
                    new SecretKeySpec(key, "AES"));
        }

        @Override
        public String toString() {
            return "NamedKey[" + name + "]";
        }
    }
}
