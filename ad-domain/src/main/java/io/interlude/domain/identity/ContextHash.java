package io.interlude.domain.identity;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The keyed one-way hash of a conversation that the journal keeps in its place: HMAC-SHA-256 in
/// hex. It tells whether two fetches had the same context, and nothing more to anyone without the
/// signing key. Safe for use by many threads.
public final class ContextHash {
    private static final String ALGORITHM = "HmacSHA256";

    /// No fetch id proof or click token covers this label.
    private static final byte[] LABEL = "interlude-context\0".getBytes(StandardCharsets.UTF_8);

    private final SecretKeySpec key;

    public ContextHash(SigningKeys signingKeys) {
        key = new SecretKeySpec(signingKeys.verifying().getFirst(), ALGORITHM);
    }

    public String of(String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(LABEL);
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
