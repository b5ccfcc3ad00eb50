package io.interlude.journal.append;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A journal record as its topic holds it.
public final class SerializedRecord {
    private final String topic;
    private final int partition;
    private final @Nullable String key;
    private final byte[] value;
    private final Instant appendedAt;

    /// @param value Avro in Confluent's wire form; not copied: nobody may change it
    /// @param appendedAt the record's timestamp in the topic, to the millisecond
    public SerializedRecord(
            String topic, int partition, @Nullable String key, byte[] value, Instant appendedAt) {
        this.topic = requireNonNull(topic, "topic is null");
        this.partition = partition;
        this.key = key;
        this.value = requireNonNull(value, "value is null");
        this.appendedAt = requireNonNull(appendedAt, "appendedAt is null");
    }

    public String topic() {
        return topic;
    }

    public int partition() {
        return partition;
    }

    public @Nullable String key() {
        return key;
    }

    public byte[] value() {
        return value;
    }

    public Instant appendedAt() {
        return appendedAt;
    }
}
