package io.interlude.journal.reading;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/// Reads partitions from where a consumer stands to ends that were looked up before: what comes
/// meanwhile is not waited for. Used by one thread.
///
/// @param <K> of the keys
/// @param <V> of the values
public final class RangeReading<K, V> {
    private static final Duration POLL = Duration.ofMillis(100);

    private final Consumer<K, V> consumer;
    private final Map<TopicPartition, Long> unreadToEnd;
    private final Duration patience;
    private long progressNanos = System.nanoTime();

    /// @param consumer assigned to these partitions
    /// @param partitionToEnd exclusive
    /// @param patience longest time without a record or the end of a partition
    public RangeReading(
            Consumer<K, V> consumer, Map<TopicPartition, Long> partitionToEnd, Duration patience) {
        this.consumer = consumer;
        this.unreadToEnd = new HashMap<>(partitionToEnd);
        this.patience = patience;
    }

    /// The first committed record of a stretch of one partition; empty where only marks of
    /// transactions lie there, and what was never committed.
    ///
    /// @param end exclusive
    /// @param patience longest time until it is known
    /// @throws TimeoutException if it is not known by then
    public static <K, V> Optional<ConsumerRecord<K, V>> first(
            Consumer<K, V> consumer,
            TopicPartition partition,
            long start,
            long end,
            Duration patience) {
        consumer.assign(List.of(partition));
        consumer.seek(partition, start);
        RangeReading<K, V> range = new RangeReading<>(consumer, Map.of(partition, end), patience);
        while (range.hasMore()) {
            for (ConsumerRecord<K, V> record : range.next()) {
                return Optional.of(record);
            }
        }
        return Optional.empty();
    }

    /// Whether a partition is not read to its end.
    public boolean hasMore() {
        List<TopicPartition> ended = new ArrayList<>();
        unreadToEnd.forEach((partition, end) -> {
            if (consumer.position(partition) >= end) {
                ended.add(partition);
            }
        });
        if (!ended.isEmpty()) {
            leave(ended);
            progressNanos = System.nanoTime();
        }
        return !unreadToEnd.isEmpty();
    }

    /// Reads no more of these partitions.
    public void leave(List<TopicPartition> partitions) {
        consumer.pause(partitions);
        unreadToEnd.keySet().removeAll(partitions);
    }

    /// The records that come next, without those behind the ends; maybe none.
    ///
    /// @throws TimeoutException if nothing came for too long
    public List<ConsumerRecord<K, V>> next() {
        ReadingTurns.next();
        List<ConsumerRecord<K, V>> found = new ArrayList<>();
        ConsumerRecords<K, V> batch = consumer.poll(POLL);
        for (TopicPartition partition : batch.partitions()) {
            long end = unreadToEnd.getOrDefault(partition, 0L);
            batch.records(partition).stream()
                    .filter(record -> record.offset() < end)
                    .forEach(found::add);
        }
        long now = System.nanoTime();
        if (!found.isEmpty()) {
            progressNanos = now;
        } else if (now - progressNanos > patience.toNanos()) {
            throw new TimeoutException("no record of " + unreadToEnd.keySet() + " came in time");
        }
        return found;
    }
}
