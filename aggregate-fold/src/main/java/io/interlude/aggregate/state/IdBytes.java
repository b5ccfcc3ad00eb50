package io.interlude.aggregate.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Pattern;

/// Ids as bytes of store keys.
public final class IdBytes {
    public static final int UUID_BYTES = 16;

    private static final Pattern UUID_TEXT =
            Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private IdBytes() {}

    /// The sixteen bytes. Fetch ids in this form sort by the time when they were made.
    public static byte[] of(UUID uuid) {
        return ByteBuffer.allocate(UUID_BYTES)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }

    /// The UUID whose bytes these begin with.
    public static UUID uuid(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new UUID(buffer.getLong(), buffer.getLong());
    }

    /// The first bytes behind all that begin with those of the UUID.
    public static byte[] after(UUID uuid) {
        long least = uuid.getLeastSignificantBits() + 1;
        return of(new UUID(uuid.getMostSignificantBits() + (least == 0 ? 1 : 0), least));
    }

    /// Sixteen bytes of a UUID, else the text itself.
    public static byte[] ofText(String id) {
        return UUID_TEXT.matcher(id).matches()
                ? of(UUID.fromString(id))
                : id.getBytes(StandardCharsets.UTF_8);
    }

    /// The first UUID bytes of a time, before those of every id made at or after it.
    public static byte[] startOf(long epochMillis) {
        return ByteBuffer.allocate(UUID_BYTES).putLong(epochMillis << 16).putLong(0).array();
    }
}
