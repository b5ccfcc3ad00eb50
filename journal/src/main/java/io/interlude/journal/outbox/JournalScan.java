package io.interlude.journal.outbox;

import io.interlude.journal.append.EventIdReader;
import io.interlude.journal.append.JournalPosition;
import io.interlude.journal.reading.OffsetLookup;
import io.interlude.journal.reading.RangeReading;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/// Looks in the journal for records that may be there. Used by one thread.
final class JournalScan implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /// A clock may have been set back between two appends.
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private final Consumer<byte[], byte[]> consumer;

    JournalScan(Supplier<? extends Consumer<byte[], byte[]>> consumers) {
        this.consumer = consumers.get();
    }

    /// Returns once the partition's leader has answered.
    ///
    /// @throws org.apache.kafka.common.KafkaException if it does not
    void contact(String topic, int partition) {
        consumer.endOffsets(List.of(new TopicPartition(topic, partition)));
    }

    /// Reads the partition from a time to its end.
    ///
    /// @param since the time of the earliest append of those that are looked for
    /// @return the ids that are there, and where
    /// @throws org.apache.kafka.common.KafkaException if it cannot be read
    Map<UUID, JournalPosition> find(String topic, int partition, Instant since, Set<UUID> ids) {
        TopicPartition place = new TopicPartition(topic, partition);
        Map<UUID, JournalPosition> found = new HashMap<>();
        OffsetLookup lookup = new OffsetLookup(consumer, List.of(place));
        consumer.assign(List.of(place));
        lookup.offsets(since.minus(MARGIN)).forEach(consumer::seek);
        RangeReading<byte[], byte[]> range = new RangeReading<>(consumer, lookup.ends(), PATIENCE);
        while (range.hasMore()) {
            for (ConsumerRecord<byte[], byte[]> next : range.next()) {
                EventIdReader.read(next.value())
                        .filter(ids::contains)
                        .ifPresent(id ->
                                found.putIfAbsent(
                                        id, new JournalPosition(partition, next.offset())));
            }
        }
        return found;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
