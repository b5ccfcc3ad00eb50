package io.interlude.journal.outbox;

import io.interlude.journal.append.SerializedRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The bytes of one record in a segment: a version, the time, the topic, the partition, the key,
/// and the value to the end.
final class RecordCodec {
    private static final byte VERSION = 1;
    private static final int NO_KEY = -1;
    private static final int FIXED_BYTES =
            Byte.BYTES + Long.BYTES + Short.BYTES + Integer.BYTES + Integer.BYTES;

    private RecordCodec() {}

    static byte[] encode(SerializedRecord sent) {
        byte[] topic = sent.topic().getBytes(StandardCharsets.UTF_8);
        String key = sent.key();
        byte[] keyBytes = key == null ? new byte[0] : key.getBytes(StandardCharsets.UTF_8);
        ByteBuffer buffer =
                ByteBuffer.allocate(
                        FIXED_BYTES + topic.length + keyBytes.length + sent.value().length);
        buffer.put(VERSION)
                .putLong(sent.appendedAt().toEpochMilli())
                .putShort((short) topic.length)
                .put(topic)
                .putInt(sent.partition())
                .putInt(key == null ? NO_KEY : keyBytes.length)
                .put(keyBytes)
                .put(sent.value());
        return buffer.array();
    }

    /// @throws IllegalArgumentException if these bytes were written by a later version
    static SerializedRecord decode(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        byte version = buffer.get();
        if (version != VERSION) {
            throw new IllegalArgumentException("unknown version of an outbox record: " + version);
        }
        Instant appendedAt = Instant.ofEpochMilli(buffer.getLong());
        String topic = text(buffer, buffer.getShort());
        int partition = buffer.getInt();
        int keyBytes = buffer.getInt();
        @Nullable String key = keyBytes == NO_KEY ? null : text(buffer, keyBytes);
        byte[] value = new byte[buffer.remaining()];
        buffer.get(value);
        return new SerializedRecord(topic, partition, key, value, appendedAt);
    }

    private static String text(ByteBuffer buffer, int length) {
        byte[] text = new byte[length];
        buffer.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
