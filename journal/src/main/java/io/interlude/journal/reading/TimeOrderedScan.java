package io.interlude.journal.reading;

import static java.util.Comparator.comparingLong;

import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Reads stretches of several partitions side by side and gives their records in the order of their
/// times; within a partition always in the order of offsets.
///
/// It holds at most what one poll brings of each partition: a partition is paused as long as
/// records of it wait. Used by one thread.
public final class TimeOrderedScan implements RecordScan {
    private static final Duration POLL = Duration.ofMillis(100);

    /// Of records with the same time a fetch comes before its events.
    private static final List<String> TOPICS = Topics.folded().stream().map(Topic::name).toList();

    private final Consumer<String, byte[]> consumer;
    private final Map<TopicPartition, Long> partitionToEnd;
    private final Map<TopicPartition, Deque<ConsumerRecord<String, byte[]>>> partitionToWaiting =
            new HashMap<>();

    /// The first waiting record of each partition that has one.
    private final PriorityQueue<ConsumerRecord<String, byte[]>> heads =
            new PriorityQueue<>(
                    comparingLong((ConsumerRecord<String, byte[]> head) -> head.timestamp())
                            .thenComparingInt(ConsumerRecord::partition)
                            .thenComparingInt(head -> TOPICS.indexOf(head.topic())));

    /// Partitions of which no record waits, and which are not at their end.
    private final Set<TopicPartition> awaited = new HashSet<>();

    /// Positions the consumer, which is assigned to these partitions.
    public TimeOrderedScan(
            Consumer<String, byte[]> consumer,
            Map<TopicPartition, Long> partitionToStart,
            Map<TopicPartition, Long> partitionToEnd) {
        this.consumer = consumer;
        this.partitionToEnd = Map.copyOf(partitionToEnd);
        partitionToStart.forEach((partition, start) -> {
            partitionToWaiting.put(partition, new ArrayDeque<>());
            consumer.seek(partition, start);
            if (start < end(partition)) {
                awaited.add(partition);
            } else {
                consumer.pause(List.of(partition));
            }
        });
    }

    @Override
    public @Nullable ConsumerRecord<String, byte[]> next(long deadlineNanos) {
        while (!awaited.isEmpty() && System.nanoTime() < deadlineNanos) {
            poll();
        }
        if (!awaited.isEmpty()) {
            return null;
        }
        ConsumerRecord<String, byte[]> next = heads.poll();
        if (next != null) {
            advance(partition(next));
        }
        return next;
    }

    @Override
    public boolean exhausted() {
        return awaited.isEmpty() && heads.isEmpty();
    }

    /// For each partition the offset from which its records have not been given.
    @Override
    public Map<TopicPartition, Long> positions() {
        Map<TopicPartition, Long> partitionToOffset = new HashMap<>();
        partitionToWaiting
                .keySet()
                .forEach(partition ->
                        partitionToOffset.put(partition, consumer.position(partition)));
        heads.forEach(head -> partitionToOffset.put(partition(head), head.offset()));
        return partitionToOffset;
    }

    private void poll() {
        ReadingTurns.next();
        ConsumerRecords<String, byte[]> batch = consumer.poll(POLL);
        for (TopicPartition partition : batch.partitions()) {
            batch.records(partition).stream()
                    .filter(found -> found.offset() < end(partition))
                    .forEach(waiting(partition)::add);
        }
        for (TopicPartition partition : List.copyOf(awaited)) {
            awaited.remove(partition);
            consumer.pause(List.of(partition));
            advance(partition);
        }
    }

    /// Makes the partition's next record its head, or asks for more.
    private void advance(TopicPartition partition) {
        ConsumerRecord<String, byte[]> head = waiting(partition).poll();
        if (head != null) {
            heads.add(head);
        } else if (consumer.position(partition) < end(partition)) {
            awaited.add(partition);
            consumer.resume(List.of(partition));
        }
    }

    private Deque<ConsumerRecord<String, byte[]>> waiting(TopicPartition partition) {
        return partitionToWaiting.computeIfAbsent(partition, _ -> new ArrayDeque<>());
    }

    private long end(TopicPartition partition) {
        return partitionToEnd.getOrDefault(partition, 0L);
    }

    private static TopicPartition partition(ConsumerRecord<String, byte[]> found) {
        return new TopicPartition(found.topic(), found.partition());
    }
}
