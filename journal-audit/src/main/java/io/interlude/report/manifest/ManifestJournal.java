package io.interlude.report.manifest;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.HistoryQuery.OffsetRange;
import io.interlude.journal.history.RecordDecoder;
import io.interlude.journal.reading.JournalReader;
import io.interlude.journal.reading.OffsetLookup;
import io.interlude.journal.reading.RangeReading;
import io.interlude.schema.HourSealed;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/// Reads `ads.manifests`, with a consumer for each reading. Safe for use by many threads.
public final class ManifestJournal implements SealedHours, AutoCloseable {
    private static final TopicPartition PLACE = new TopicPartition(Topics.MANIFESTS.name(), 0);
    private static final Duration STALLED_AFTER = Duration.ofSeconds(30);
    private static final Duration PAGE_DEADLINE = Duration.ofSeconds(5);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int READERS_MAX = 4;
    private static final int LOOKED_AT_MAX = 50_000;

    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final RecordDecoder decoder;
    private final JournalReader reader;

    /// @param consumers makes consumers that read only committed records and commit no offsets
    public ManifestJournal(
            Supplier<? extends Consumer<String, byte[]>> consumers,
            Deserializer<? extends SpecificRecord> deserializer) {
        this.consumers = consumers;
        decoder = new RecordDecoder(deserializer);
        reader = new JournalReader(Topics.MANIFESTS.name(), READERS_MAX, PAGE_DEADLINE, consumers);
    }

    /// Gives every manifest, in the order in which they were made. Blocks. What is no manifest is
    /// left out, so that it is missed.
    ///
    /// @throws StateUnavailableException if they cannot be read now
    public void forEach(java.util.function.Consumer<? super HourSealed> taker) {
        var _ = forEach(0, taker);
    }

    /// The same from an offset on.
    ///
    /// @return where the next reading goes on
    long forEach(long fromOffset, java.util.function.Consumer<? super HourSealed> taker) {
        try (Consumer<String, byte[]> consumer = consumers.get()) {
            List<TopicPartition> places = List.of(PLACE);
            consumer.assign(places);
            consumer.seek(PLACE, fromOffset);
            RangeReading<String, byte[]> range =
                    new RangeReading<>(consumer, consumer.endOffsets(places), STALLED_AFTER);
            while (range.hasMore()) {
                range.next().forEach(found -> manifest(found).ifPresent(taker));
            }
            return consumer.position(PLACE);
        } catch (KafkaException e) {
            throw new StateUnavailableException("ads.manifests cannot be read", e);
        }
    }

    /// A page of the manifests that are asked for.
    ///
    /// @param orgId who asks
    CompletableFuture<ManifestPage> page(OrgId orgId, ManifestQuery query) {
        return reader.read(orgId, consumer -> read(consumer, query, Long.MAX_VALUE));
    }

    @Override
    public CompletableFuture<Map<TopicPartition, OffsetRange>> ranges(OrgId orgId, Asked hour) {
        return reader.read(orgId, consumer -> ranges(consumer, hour));
    }

    private Optional<HourSealed> manifest(ConsumerRecord<String, byte[]> found) {
        return decoder.record(found)
                .filter(HourSealed.class::isInstance)
                .map(HourSealed.class::cast);
    }

    /// @param toOffset where the reading ends at the latest
    private ManifestPage read(
            Consumer<String, byte[]> consumer, ManifestQuery query, long toOffset) {
        OffsetLookup lookup = new OffsetLookup(consumer, List.of(PLACE));
        long end = Math.min(toOffset, lookup.end(PLACE));
        // A manifest is written after its hour, so none of the range lies before its first time.
        long next =
                query.fromOffset() >= 0
                        ? query.fromOffset()
                        : Math.min(end, lookup.offsets(query.from()).getOrDefault(PLACE, end));
        consumer.assign(List.of(PLACE));
        consumer.seek(PLACE, next);
        RangeReading<String, byte[]> range =
                new RangeReading<>(consumer, Map.of(PLACE, end), PAGE_DEADLINE);
        List<ManifestPage.Item> items = new ArrayList<>();
        long deadlineNanos = System.nanoTime() + PAGE_DEADLINE.toNanos();
        for (int lookedAt = 0; range.hasMore() && lookedAt < LOOKED_AT_MAX; ) {
            if (System.nanoTime() > deadlineNanos) {
                throw new StateUnavailableException("ads.manifests cannot be read in time");
            }
            for (ConsumerRecord<String, byte[]> found : range.next()) {
                next = found.offset() + 1;
                lookedAt++;
                manifest(found)
                        .filter(query::asksFor)
                        .map(manifest -> new ManifestPage.Item(manifest, found.offset() + 1))
                        .ifPresent(items::add);
                if (items.size() == query.limit()) {
                    return new ManifestPage(items, next);
                }
            }
            next = Math.max(next, consumer.position(PLACE));
        }
        return new ManifestPage(items, next < end ? next : ManifestPage.NO_MORE);
    }

    private Map<TopicPartition, OffsetRange> ranges(Consumer<String, byte[]> consumer, Asked hour) {
        Map<TopicPartition, OffsetRange> placeToRange = new HashMap<>();
        ManifestQuery query =
                new ManifestQuery(
                        hour.start(),
                        hour.start().plus(HOUR),
                        null,
                        null,
                        hour.fromOffset(),
                        Integer.MAX_VALUE);
        long deadlineNanos = System.nanoTime() + STALLED_AFTER.toNanos();
        ManifestPage page = read(consumer, query, hour.toOffset());
        put(page, hour, placeToRange);
        while (!page.isLast()) {
            if (System.nanoTime() > deadlineNanos) {
                throw new StateUnavailableException("ads.manifests cannot be read in time");
            }
            page = read(consumer, query.from(page.nextOffset()), hour.toOffset());
            put(page, hour, placeToRange);
        }
        return placeToRange;
    }

    private static void put(
            ManifestPage page, Asked hour, Map<TopicPartition, OffsetRange> placeToRange) {
        page.items().stream()
                .filter(item -> item.nextOffset() <= hour.toOffset())
                .map(ManifestPage.Item::manifest)
                .forEach(sealed ->
                        placeToRange.put(
                                new TopicPartition(sealed.getTopic(), sealed.getPartition()),
                                new OffsetRange(
                                        sealed.getFirstOffset(), sealed.getLastOffset() + 1)));
    }

    @Override
    public void close() {
        reader.close();
    }
}
