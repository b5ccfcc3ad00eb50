package io.interlude.journal.rejected;

import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.RecordDecoder;
import io.interlude.journal.paging.JournalCursor;
import io.interlude.journal.paging.ReadingTurns;
import io.interlude.journal.paging.TimeOrderedScan;
import io.interlude.schema.EventRejected;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/// Reads `ads.rejected` from Kafka with a consumer for each answer: refused events are looked at
/// rarely, and so nothing is held in between. A few answers are made at a time, the others wait.
public final class KafkaRejectedJournal implements RejectedJournal, AutoCloseable {
    /// Records of a partition are at most so far from the order of their times: the aggregator and
    /// event ingest both write here.
    static final Duration DISORDER = Duration.ofMinutes(1);

    private static final int READERS_MAX = 4;

    /// Of the records of one page: it ends early where they are large.
    private static final long PAGE_BYTES = 2L << 20;

    /// Most bytes of records that are read at once.
    public static final long READING_BYTES = READERS_MAX * PAGE_BYTES;

    private static final int LOOKED_AT_MAX = 50_000;
    private static final Duration DEADLINE = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofMillis(100);

    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final RecordDecoder decoder;
    private final List<TopicPartition> partitions;
    private final Semaphore readers = new Semaphore(READERS_MAX);
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

    /// @param consumers makes consumers that read only committed records and commit no offsets
    public KafkaRejectedJournal(
            Supplier<? extends Consumer<String, byte[]>> consumers,
            Deserializer<? extends SpecificRecord> deserializer,
            int partitionCount) {
        this.consumers = consumers;
        decoder = new RecordDecoder(deserializer);
        partitions =
                IntStream.range(0, partitionCount)
                        .mapToObj(number -> new TopicPartition(Topics.REJECTED.name(), number))
                        .toList();
    }

    @Override
    public CompletableFuture<RejectedPage> page(RejectedQuery query) {
        return read(consumer -> page(consumer, query));
    }

    @Override
    public CompletableFuture<Optional<KeptRejection>> find(RejectionId id) {
        return id.partition() < partitions.size()
                ? read(consumer -> find(consumer, id))
                : CompletableFuture.completedFuture(Optional.empty());
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }

    private <T> CompletableFuture<T> read(Function<Consumer<String, byte[]>, T> reading) {
        return CompletableFuture.supplyAsync(() -> inTurn(reading), executor);
    }

    private <T> T inTurn(Function<Consumer<String, byte[]>, T> reading) {
        try {
            if (!readers.tryAcquire(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new StateUnavailableException("too many read ads.rejected");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StateUnavailableException("interrupted", e);
        }
        try (Consumer<String, byte[]> consumer = consumers.get()) {
            return ReadingTurns.reading(() -> reading.apply(consumer));
        } catch (KafkaException e) {
            throw new StateUnavailableException("ads.rejected cannot be read", e);
        } finally {
            readers.release();
        }
    }

    private RejectedPage page(Consumer<String, byte[]> consumer, RejectedQuery query) {
        consumer.assign(partitions);
        Map<TopicPartition, Long> partitionToEnd = consumer.endOffsets(partitions);
        TimeOrderedScan scan =
                new TimeOrderedScan(
                        consumer,
                        starts(consumer, query, partitionToEnd),
                        ends(consumer, query, partitionToEnd));
        List<KeptRejection> items = new ArrayList<>();
        long deadlineNanos = System.nanoTime() + DEADLINE.toNanos();
        int lookedAt = 0;
        long bytes = 0;
        while (items.size() < query.limit() && lookedAt < LOOKED_AT_MAX && bytes < PAGE_BYTES) {
            ConsumerRecord<String, byte[]> found = scan.next(deadlineNanos);
            if (found == null) {
                break;
            }
            lookedAt++;
            Optional<KeptRejection> kept = kept(found, query);
            if (kept.isPresent()) {
                items.add(kept.get());
                bytes += Math.max(0, found.serializedValueSize());
            }
        }
        return new RejectedPage(items, scan.exhausted() ? null : cursor(scan.positions()));
    }

    private Map<TopicPartition, Long> starts(
            Consumer<String, byte[]> consumer,
            RejectedQuery query,
            Map<TopicPartition, Long> partitionToEnd) {
        JournalCursor cursor = query.cursor();
        if (cursor == null) {
            return offsets(consumer, query.from(), partitionToEnd);
        }
        Map<TopicPartition, Long> partitionToStart = new HashMap<>();
        consumer.beginningOffsets(partitions)
                .forEach((partition, beginning) -> {
                    List<Long> offsets = cursor.offsets();
                    // Partitions may have been added since.
                    long next =
                            partition.partition() < offsets.size()
                                    ? offsets.get(partition.partition())
                                    : 0;
                    partitionToStart.put(partition, Math.max(beginning, next));
                });
        return partitionToStart;
    }

    private Map<TopicPartition, Long> ends(
            Consumer<String, byte[]> consumer,
            RejectedQuery query,
            Map<TopicPartition, Long> partitionToEnd) {
        Instant to = query.to();
        return to == null ? partitionToEnd : offsets(consumer, to.plus(DISORDER), partitionToEnd);
    }

    /// Of each partition's first record of the time or later, else its end.
    private Map<TopicPartition, Long> offsets(
            Consumer<String, byte[]> consumer,
            Instant time,
            Map<TopicPartition, Long> partitionToEnd) {
        Map<TopicPartition, Long> partitionToOffset = new HashMap<>(partitionToEnd);
        long millis = Math.max(0, time.toEpochMilli());
        consumer.offsetsForTimes(
                        partitions.stream()
                                .collect(Collectors.toMap(Function.identity(), _ -> millis)))
                .forEach((partition, found) -> {
                    if (found != null) {
                        partitionToOffset.merge(partition, found.offset(), Math::min);
                    }
                });
        return partitionToOffset;
    }

    private Optional<KeptRejection> find(Consumer<String, byte[]> consumer, RejectionId id) {
        TopicPartition partition = partitions.get(id.partition());
        List<TopicPartition> one = List.of(partition);
        consumer.assign(one);
        long beginning = consumer.beginningOffsets(one).getOrDefault(partition, 0L);
        long end = consumer.endOffsets(one).getOrDefault(partition, 0L);
        if (id.offset() < beginning || id.offset() >= end) {
            return Optional.empty();
        }
        consumer.seek(partition, id.offset());
        long deadlineNanos = System.nanoTime() + DEADLINE.toNanos();
        while (consumer.position(partition) <= id.offset()) {
            if (System.nanoTime() > deadlineNanos) {
                throw new StateUnavailableException("ads.rejected cannot be read in time");
            }
            for (ConsumerRecord<String, byte[]> found : consumer.poll(POLL)) {
                if (found.offset() == id.offset()) {
                    return decoded(found);
                }
            }
        }
        return Optional.empty();
    }

    private Optional<KeptRejection> kept(
            ConsumerRecord<String, byte[]> found, RejectedQuery query) {
        Instant to = query.to();
        if (found.timestamp() < query.from().toEpochMilli()
                || (to != null && found.timestamp() >= to.toEpochMilli())) {
            return Optional.empty();
        }
        return decoded(found).filter(kept -> query.keeps().test(kept.event()));
    }

    private Optional<KeptRejection> decoded(ConsumerRecord<String, byte[]> found) {
        return decoder.event(found)
                .map(EventRejected.class::cast)
                .map(rejected ->
                        new KeptRejection(
                                new RejectionId(found.partition(), found.offset()),
                                Instant.ofEpochMilli(found.timestamp()),
                                rejected));
    }

    private JournalCursor cursor(Map<TopicPartition, Long> partitionToOffset) {
        return new JournalCursor(
                partitions.stream()
                        .map(partition -> partitionToOffset.getOrDefault(partition, 0L))
                        .toList());
    }
}
