package io.interlude.journal.search;

import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.RecordDecoder;
import io.interlude.schema.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/// Reads Kafka with a consumer for each search, one search at a time.
public final class KafkaEventSearch implements EventSearch, AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final RecordDecoder decoder;
    private final int partitionCount;
    private final Duration deadline;
    private final Semaphore turn = new Semaphore(1);
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

    /// @param consumers makes consumers that read only committed records and commit no offsets
    /// @param deadline for one search
    public KafkaEventSearch(
            Supplier<? extends Consumer<String, byte[]>> consumers,
            Deserializer<? extends SpecificRecord> deserializer,
            int partitionCount,
            Duration deadline) {
        this.consumers = consumers;
        decoder = new RecordDecoder(deserializer);
        this.partitionCount = partitionCount;
        this.deadline = deadline;
    }

    @Override
    public CompletableFuture<Void> read(
            List<? extends Topic<?>> topics, Instant from, Taker taker) {
        return CompletableFuture.runAsync(() -> inTurn(topics, from, taker), executor);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }

    private void inTurn(List<? extends Topic<?>> topics, Instant from, Taker taker) {
        long deadlineNanos = System.nanoTime() + deadline.toNanos();
        try {
            if (!turn.tryAcquire(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new StateUnavailableException("too many search the journal");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StateUnavailableException("interrupted", e);
        }
        try (Consumer<String, byte[]> consumer = consumers.get()) {
            read(consumer, partitions(topics), from, taker, deadlineNanos);
        } catch (KafkaException e) {
            throw new StateUnavailableException("the journal cannot be read", e);
        } finally {
            turn.release();
        }
    }

    private void read(
            Consumer<String, byte[]> consumer,
            List<TopicPartition> partitions,
            Instant from,
            Taker taker,
            long deadlineNanos) {
        Map<TopicPartition, Long> partitionToEnd = consumer.endOffsets(partitions);
        Map<TopicPartition, Long> unread = new HashMap<>(partitionToEnd);
        consumer.assign(partitions);
        seek(consumer, partitions, from, partitionToEnd);
        while (true) {
            unread.keySet()
                    .removeIf(it -> consumer.position(it) >= partitionToEnd.getOrDefault(it, 0L));
            if (unread.isEmpty()) {
                return;
            }
            if (System.nanoTime() > deadlineNanos) {
                throw new StateUnavailableException("the journal cannot be read in time");
            }
            for (ConsumerRecord<String, byte[]> found : consumer.poll(POLL)) {
                Optional<SpecificRecord> event = decoder.event(found);
                if (event.isPresent() && !taker.take(new Found(found.partition(), event.get()))) {
                    return;
                }
            }
        }
    }

    private static void seek(
            Consumer<String, byte[]> consumer,
            List<TopicPartition> partitions,
            Instant from,
            Map<TopicPartition, Long> partitionToEnd) {
        long millis = Math.max(0, from.toEpochMilli());
        var offsets =
                consumer.offsetsForTimes(
                        partitions.stream()
                                .collect(Collectors.toMap(Function.identity(), _ -> millis)));
        partitionToEnd.forEach((partition, end) -> {
            var found = offsets.get(partition);
            consumer.seek(partition, found == null ? end : found.offset());
        });
    }

    private List<TopicPartition> partitions(List<? extends Topic<?>> topics) {
        return topics.stream().flatMap(topic -> partitions(topic.name())).toList();
    }

    private Stream<TopicPartition> partitions(String topic) {
        return IntStream.range(0, partitionCount)
                .mapToObj(partition -> new TopicPartition(topic, partition));
    }
}
