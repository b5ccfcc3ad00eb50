package io.interlude.report.attribution;

import io.interlude.domain.identity.FetchId;
import io.interlude.journal.append.EventIdReader;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.RecordDecoder;
import io.interlude.journal.reading.OffsetLookup;
import io.interlude.journal.reading.RangeReading;
import io.interlude.journal.record.EventBounds;
import io.interlude.schema.AdFetched;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/// Finds the records of fetches in the journal: by their times, which their ids tell, and then by
/// their ids, so that only what is looked for is decoded. Blocks. Safe for use by many threads.
final class ServedFetches {
    /// A fetch gets into the journal within so long, or is not found by anything that judges it.
    static final Duration FETCH_DELAY = Duration.ofMinutes(10);

    private static final Duration CLOCK_SKEW = Duration.ofMinutes(1);
    private static final Duration STALLED_AFTER = Duration.ofSeconds(30);

    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final RecordDecoder decoder;

    /// @param consumers makes consumers that read only committed records and commit no offsets
    ServedFetches(
            Supplier<? extends Consumer<String, byte[]>> consumers,
            Deserializer<? extends SpecificRecord> deserializer) {
        this.consumers = consumers;
        decoder = new RecordDecoder(deserializer);
    }

    /// Gives the records of those fetches that the journal has, one after the other.
    ///
    /// @param progress is told how much is done, from 0 to 1
    /// @throws StateUnavailableException if the journal cannot be read now, or it was stopped
    void find(
            Collection<FetchId> wanted,
            BiConsumer<FetchId, AdFetched> taker,
            DoubleConsumer progress,
            BooleanSupplier stopped) {
        try (Consumer<String, byte[]> consumer = consumers.get()) {
            new Search(consumer, wanted, taker, progress, stopped).run();
        } catch (KafkaException e) {
            throw new StateUnavailableException("the journal cannot be read", e);
        }
    }

    /// One reading. Each partition is read from the first fetch that is looked for in it, over what
    /// lies between them, and as far as the last one can be.
    private final class Search {
        private final Consumer<String, byte[]> consumer;
        private final BiConsumer<FetchId, AdFetched> taker;
        private final DoubleConsumer progress;
        private final BooleanSupplier stopped;
        private final int wantedCount;
        private final Map<TopicPartition, NavigableMap<Instant, Set<UUID>>> placeToWanted =
                new HashMap<>();

        Search(
                Consumer<String, byte[]> consumer,
                Collection<FetchId> wanted,
                BiConsumer<FetchId, AdFetched> taker,
                DoubleConsumer progress,
                BooleanSupplier stopped) {
            this.consumer = consumer;
            this.taker = taker;
            this.progress = progress;
            this.stopped = stopped;
            this.wantedCount = wanted.size();
            int partitions = consumer.partitionsFor(Topics.FETCHES.name()).size();
            for (FetchId fetchId : wanted) {
                if (fetchId.partition() < partitions) {
                    placeToWanted
                            .computeIfAbsent(place(fetchId), _ -> new TreeMap<>())
                            .computeIfAbsent(fetchId.madeAt(), _ -> new HashSet<>(2))
                            .add(fetchId.uuid());
                }
            }
        }

        private static TopicPartition place(FetchId fetchId) {
            return new TopicPartition(Topics.FETCHES.name(), fetchId.partition());
        }

        void run() {
            consumer.assign(placeToWanted.keySet());
            OffsetLookup lookup = new OffsetLookup(consumer, placeToWanted.keySet());
            Map<TopicPartition, Instant> placeToFirst = new HashMap<>();
            placeToWanted.forEach((place, wanted) ->
                    placeToFirst.put(place, wanted.firstKey().minus(CLOCK_SKEW)));
            lookup.offsets(placeToFirst).forEach(consumer::seek);
            RangeReading<String, byte[]> range =
                    new RangeReading<>(consumer, lookup.ends(), STALLED_AFTER);
            while (range.hasMore()) {
                for (ConsumerRecord<String, byte[]> record : range.next()) {
                    TopicPartition place = new TopicPartition(record.topic(), record.partition());
                    NavigableMap<Instant, Set<UUID>> wanted = placeToWanted.get(place);
                    if (wanted != null && !wanted.isEmpty()) {
                        take(wanted, record);
                        if (wanted.isEmpty()) {
                            range.leave(List.of(place));
                        }
                    }
                }
                progress.accept((double) (wantedCount - left()) / wantedCount);
                if (stopped.getAsBoolean()) {
                    throw new StateUnavailableException("the journal is not read on");
                }
            }
        }

        private int left() {
            return placeToWanted.values().stream()
                    .flatMap(times -> times.values().stream())
                    .mapToInt(Set::size)
                    .sum();
        }

        private void take(
                NavigableMap<Instant, Set<UUID>> wanted, ConsumerRecord<String, byte[]> record) {
            EventIdReader.read(record.value())
                    .ifPresent(eventId -> take(wanted, new FetchId(eventId), record));
            // What should have come by now does not.
            Instant writtenAt = Instant.ofEpochMilli(record.timestamp());
            wanted.headMap(writtenAt.minus(FETCH_DELAY)).clear();
        }

        private void take(
                NavigableMap<Instant, Set<UUID>> wanted,
                FetchId fetchId,
                ConsumerRecord<String, byte[]> record) {
            Set<UUID> ids = wanted.getOrDefault(fetchId.madeAt(), Set.of());
            if (!ids.contains(fetchId.uuid())) {
                return;
            }
            decoder.event(record)
                    .filter(event -> EventBounds.fits(event, record.timestamp()))
                    .ifPresent(event -> {
                        taker.accept(fetchId, (AdFetched) event);
                        ids.remove(fetchId.uuid());
                        if (ids.isEmpty()) {
                            wanted.remove(fetchId.madeAt());
                        }
                    });
        }
    }
}
