package io.interlude.journal.rejected;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.history.RecordDecoder;
import io.interlude.journal.reading.JournalCursor;
import io.interlude.journal.reading.JournalReader;
import io.interlude.journal.reading.OffsetLookup;
import io.interlude.journal.reading.RangeReading;
import io.interlude.journal.reading.TimeOrderedScan;
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
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/// Reads `ads.rejected` from Kafka with a consumer for each answer: refused events are looked at
/// rarely, and so nothing is held in between.
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

    private final RecordDecoder decoder;
    private final List<TopicPartition> partitions;
    private final JournalReader reader;

    /// @param consumers makes consumers that read only committed records and commit no offsets
    public KafkaRejectedJournal(
            Supplier<? extends Consumer<String, byte[]>> consumers,
            Deserializer<? extends SpecificRecord> deserializer,
            int partitionCount) {
        reader = new JournalReader(Topics.REJECTED.name(), READERS_MAX, DEADLINE, consumers);
        decoder = new RecordDecoder(deserializer);
        partitions =
                IntStream.range(0, partitionCount)
                        .mapToObj(number -> new TopicPartition(Topics.REJECTED.name(), number))
                        .toList();
    }

    @Override
    public CompletableFuture<RejectedPage> page(RejectedQuery query) {
        return reader.read(query.orgId(), consumer -> page(consumer, query));
    }

    @Override
    public CompletableFuture<Optional<KeptRejection>> find(OrgId orgId, RejectionId id) {
        return id.partition() < partitions.size()
                ? reader.read(orgId, consumer -> find(consumer, id))
                : CompletableFuture.completedFuture(Optional.empty());
    }

    @Override
    public void close() {
        reader.close();
    }

    private RejectedPage page(Consumer<String, byte[]> consumer, RejectedQuery query) {
        consumer.assign(partitions);
        OffsetLookup lookup = new OffsetLookup(consumer, partitions);
        TimeOrderedScan scan =
                new TimeOrderedScan(consumer, starts(consumer, query, lookup), ends(query, lookup));
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
            Consumer<String, byte[]> consumer, RejectedQuery query, OffsetLookup lookup) {
        JournalCursor cursor = query.cursor();
        if (cursor == null) {
            return lookup.offsets(query.from());
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

    private static Map<TopicPartition, Long> ends(RejectedQuery query, OffsetLookup lookup) {
        Instant to = query.to();
        return to == null ? lookup.ends() : lookup.offsets(to.plus(DISORDER));
    }

    private Optional<KeptRejection> find(Consumer<String, byte[]> consumer, RejectionId id) {
        TopicPartition partition = partitions.get(id.partition());
        List<TopicPartition> one = List.of(partition);
        long beginning = consumer.beginningOffsets(one).getOrDefault(partition, 0L);
        long end = consumer.endOffsets(one).getOrDefault(partition, 0L);
        if (id.offset() < beginning || id.offset() >= end) {
            return Optional.empty();
        }
        return RangeReading.first(consumer, partition, id.offset(), id.offset() + 1, DEADLINE)
                .flatMap(this::decoded);
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
