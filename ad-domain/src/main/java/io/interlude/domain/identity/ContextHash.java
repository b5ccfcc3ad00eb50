package io.interlude.domain.identity;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// The keyed one-way hash of a conversation that the journal keeps in its place: HMAC-SHA-256 in
/// hex. It tells whether two fetches had the same context, and nothing more to anyone without the
/// signing key. Safe for use by many threads.
public final class ContextHash {
    /// No fetch id proof or click token covers this label.
    private static final byte[] LABEL = "interlude-context\0".getBytes(StandardCharsets.UTF_8);

    private final HmacSha256 key;

    public ContextHash(SigningKeys signingKeys) {
        key = new HmacSha256(signingKeys.verifying().getFirst());
    }

    public String of(String text) {
        return HexFormat.of().formatHex(key.of(LABEL, text.getBytes(StandardCharsets.UTF_8)));
    }
}
