package io.interlude.report.manifest;

import io.interlude.domain.digest.Sha256;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// The hash chain over a partition's records: a link is the SHA-256 of the link before it, the
/// record's offset and timestamp (8 bytes each), the length (4 bytes, -1 for none) and bytes of its
/// key, and the same of its value; numbers are big-endian. Used by one thread.
final class RecordChain {
    private static final int NONE = -1;

    private final MessageDigest digest = Sha256.digest();
    private final ByteBuffer numbers = ByteBuffer.allocate(2 * Long.BYTES);
    private final ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
    private byte[] link;

    /// @param link in hex, after which the next record comes
    RecordChain(String link) {
        this.link = HexFormat.of().parseHex(link);
    }

    void add(long offset, long timestampMillis, byte @Nullable [] key, byte @Nullable [] value) {
        digest.update(link);
        digest.update(numbers.clear().putLong(offset).putLong(timestampMillis).flip());
        add(key);
        add(value);
        link = digest.digest();
    }

    private void add(byte @Nullable [] part) {
        digest.update(length.clear().putInt(part == null ? NONE : part.length).flip());
        if (part != null) {
            digest.update(part);
        }
    }

    /// The latest link, in hex.
    String hash() {
        return HexFormat.of().formatHex(link);
    }
}
