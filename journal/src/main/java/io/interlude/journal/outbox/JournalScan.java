package io.interlude.journal.outbox;

import io.interlude.journal.append.EventIdReader;
import io.interlude.journal.append.JournalPosition;
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
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Looks in the journal for records that may be there. Used by one thread.
final class JournalScan implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofMillis(200);

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
        consumer.endOffsets(List.of(new TopicPartition(topic, partition)), DEADLINE);
    }

    /// Reads the partition from a time to its end.
    ///
    /// @param since the time of the earliest append of those that are looked for
    /// @return the ids that are there, and where
    /// @throws org.apache.kafka.common.KafkaException if it cannot be read
    Map<UUID, JournalPosition> find(String topic, int partition, Instant since, Set<UUID> ids) {
        TopicPartition place = new TopicPartition(topic, partition);
        Map<UUID, JournalPosition> found = new HashMap<>();
        long end = end(place);
        long start = start(place, since.minus(MARGIN), end);
        consumer.assign(List.of(place));
        consumer.seek(place, start);
        long deadlineNanos = System.nanoTime() + DEADLINE.toNanos();
        while (consumer.position(place, DEADLINE) < end) {
            for (ConsumerRecord<byte[], byte[]> next : consumer.poll(POLL)) {
                deadlineNanos = System.nanoTime() + DEADLINE.toNanos();
                EventIdReader.read(next.value())
                        .filter(ids::contains)
                        .ifPresent(id ->
                                found.putIfAbsent(
                                        id, new JournalPosition(partition, next.offset())));
            }
            if (System.nanoTime() > deadlineNanos) {
                throw new TimeoutException("no record of " + place + " came in time");
            }
        }
        return found;
    }

    private long end(TopicPartition place) {
        Long end = consumer.endOffsets(List.of(place), DEADLINE).get(place);
        if (end == null) {
            throw new TimeoutException("no end of " + place);
        }
        return end;
    }

    private long start(TopicPartition place, Instant since, long end) {
        @Nullable OffsetAndTimestamp first =
                consumer.offsetsForTimes(Map.of(place, since.toEpochMilli()), DEADLINE).get(place);
        return first == null ? end : first.offset();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
