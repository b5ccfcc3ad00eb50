package io.interlude.report.manifest;

import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.HistoryQuery.Stretch;
import io.interlude.journal.history.RecordDecoder;
import io.interlude.schema.HourSealed;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/// Reads `ads.manifests`, with a consumer for each reading. A few pages are made at a time, the
/// others wait. Safe for use by many threads.
public final class ManifestJournal implements SealedHours, AutoCloseable {
    private static final TopicPartition PLACE = new TopicPartition(Topics.MANIFESTS.name(), 0);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration STALLED_AFTER = Duration.ofSeconds(30);
    private static final Duration PAGE_DEADLINE = Duration.ofSeconds(5);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int READERS_MAX = 4;
    private static final int LOOKED_AT_MAX = 50_000;

    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final RecordDecoder decoder;
    private final Semaphore readers = new Semaphore(READERS_MAX);
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

    /// @param consumers makes consumers that read only committed records and commit no offsets
    public ManifestJournal(
            Supplier<? extends Consumer<String, byte[]>> consumers,
            Deserializer<? extends SpecificRecord> deserializer) {
        this.consumers = consumers;
        decoder = new RecordDecoder(deserializer);
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
            long end = consumer.endOffsets(places).getOrDefault(PLACE, 0L);
            long progressNanos = System.nanoTime();
            while (consumer.position(PLACE) < end) {
                var records = consumer.poll(POLL);
                for (ConsumerRecord<String, byte[]> found : records) {
                    decoder.event(found)
                            .filter(HourSealed.class::isInstance)
                            .map(HourSealed.class::cast)
                            .ifPresent(taker);
                }
                progressNanos = records.isEmpty() ? progressNanos : System.nanoTime();
                if (System.nanoTime() - progressNanos > STALLED_AFTER.toNanos()) {
                    throw new StateUnavailableException("ads.manifests is not read on");
                }
            }
            return consumer.position(PLACE);
        } catch (KafkaException e) {
            throw new StateUnavailableException("ads.manifests cannot be read", e);
        }
    }

    /// A page of the manifests that are asked for.
    CompletableFuture<ManifestPage> page(ManifestQuery query) {
        return CompletableFuture.supplyAsync(
                () -> inTurn(consumer -> read(consumer, query, Long.MAX_VALUE)), executor);
    }

    @Override
    public CompletableFuture<Map<TopicPartition, Stretch>> stretches(Asked hour) {
        return CompletableFuture.supplyAsync(
                () -> inTurn(consumer -> stretches(consumer, hour)), executor);
    }

    <T> CompletableFuture<T> inBackground(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, executor);
    }

    private <T> T inTurn(Function<Consumer<String, byte[]>, T> reading) {
        try {
            if (!readers.tryAcquire(PAGE_DEADLINE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new StateUnavailableException("too many read ads.manifests");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StateUnavailableException("interrupted", e);
        }
        try (Consumer<String, byte[]> consumer = consumers.get()) {
            return reading.apply(consumer);
        } catch (KafkaException e) {
            throw new StateUnavailableException("ads.manifests cannot be read", e);
        } finally {
            readers.release();
        }
    }

    /// @param toOffset where the reading ends at the latest
    private ManifestPage read(
            Consumer<String, byte[]> consumer, ManifestQuery query, long toOffset) {
        List<TopicPartition> places = List.of(PLACE);
        consumer.assign(places);
        long end = Math.min(toOffset, consumer.endOffsets(places).getOrDefault(PLACE, 0L));
        long next = start(consumer, query, end);
        consumer.seek(PLACE, next);
        List<ManifestPage.Item> items = new ArrayList<>();
        long deadlineNanos = System.nanoTime() + PAGE_DEADLINE.toNanos();
        for (int lookedAt = 0; next < end && lookedAt < LOOKED_AT_MAX; ) {
            if (System.nanoTime() > deadlineNanos) {
                throw new StateUnavailableException("ads.manifests cannot be read in time");
            }
            for (ConsumerRecord<String, byte[]> found : consumer.poll(POLL)) {
                next = found.offset() + 1;
                lookedAt++;
                decoder.event(found)
                        .filter(HourSealed.class::isInstance)
                        .map(HourSealed.class::cast)
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

    private Map<TopicPartition, Stretch> stretches(Consumer<String, byte[]> consumer, Asked hour) {
        Map<TopicPartition, Stretch> placeToStretch = new HashMap<>();
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
        put(page, hour, placeToStretch);
        while (!page.isLast()) {
            if (System.nanoTime() > deadlineNanos) {
                throw new StateUnavailableException("ads.manifests cannot be read in time");
            }
            page = read(consumer, query.from(page.nextOffset()), hour.toOffset());
            put(page, hour, placeToStretch);
        }
        return placeToStretch;
    }

    private static void put(
            ManifestPage page, Asked hour, Map<TopicPartition, Stretch> placeToStretch) {
        page.items().stream()
                .filter(item -> item.nextOffset() <= hour.toOffset())
                .map(ManifestPage.Item::manifest)
                .forEach(sealed ->
                        placeToStretch.put(
                                new TopicPartition(sealed.getTopic(), sealed.getPartition()),
                                new Stretch(sealed.getFirstOffset(), sealed.getLastOffset() + 1)));
    }

    /// A manifest is written after its hour, so none of the range lies before its first time.
    private static long start(Consumer<String, byte[]> consumer, ManifestQuery query, long end) {
        if (query.fromOffset() >= 0) {
            return query.fromOffset();
        }
        OffsetAndTimestamp found =
                consumer.offsetsForTimes(Map.of(PLACE, Math.max(0, query.from().toEpochMilli())))
                        .get(PLACE);
        return found == null ? end : found.offset();
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
