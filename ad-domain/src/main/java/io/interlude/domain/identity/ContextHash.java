package io.interlude.domain.identity;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/// The keyed one-way hash of a conversation that the journal keeps in its place: HMAC-SHA-256 in
/// hex. It tells whether two fetches had the same context, and nothing more to anyone without the
/// signing key. Safe for use by many threads.
public final class ContextHash {
    /// No fetch id proof or click token covers this label.
    private static final byte[] LABEL = "interlude-context\0".getBytes(StandardCharsets.UTF_8);

    private final List<HmacSha256> keys;

    public ContextHash(SigningKeys signingKeys) {
        keys = signingKeys.verifying().stream().map(HmacSha256::new).toList();
    }

    public String of(String text) {
        return of(keys.getFirst(), text);
    }

    /// The hash, and those that the text had under earlier signing keys that still verify.
    public List<String> everyOf(String text) {
        return keys.stream().map(key -> of(key, text)).toList();
    }

    private static String of(HmacSha256 key, String text) {
        return HexFormat.of().formatHex(key.of(LABEL, text.getBytes(StandardCharsets.UTF_8)));
    }
}
