package io.interlude.report.manifest;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;

/// A place in the list of manifests, as clients keep it: opaque, and good for ever.
public final class ManifestCursor {
    private static final byte VERSION = 1;

    private ManifestCursor() {}

    /// The offset that the text stands for; empty where it is no cursor.
    public static Optional<Long> parse(String text) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
            if (bytes.remaining() == 1 + Long.BYTES && bytes.get() == VERSION) {
                long offset = bytes.getLong();
                return offset < 0 ? Optional.empty() : Optional.of(offset);
            }
        } catch (IllegalArgumentException _) {
            // No cursor.
        }
        return Optional.empty();
    }

    /// The cursor of what begins at the offset.
    static String text(long offset) {
        byte[] bytes = ByteBuffer.allocate(1 + Long.BYTES).put(VERSION).putLong(offset).array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
