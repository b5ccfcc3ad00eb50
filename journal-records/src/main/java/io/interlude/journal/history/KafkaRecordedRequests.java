package io.interlude.journal.history;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.reading.OffsetLookup;
import io.interlude.journal.reading.TimeOrderedScan;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/// The requests read from Kafka. One reading takes its turn after the other, on a thread of their
/// own, since what takes the records computes. At any time it holds what one poll brings.
public final class KafkaRecordedRequests implements RecordedRequests, AutoCloseable {
    /// Records of all orgs that one reading looks at, about.
    static final int LOOKED_AT_MAX = 100_000;

    private static final int SLICES_MAX = 28 * 24;
    private static final Duration SHORTEST_SLICE = Duration.ofHours(1);
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final Duration STALLED_AFTER = Duration.ofSeconds(30);
    private static final int PROGRESS_EVERY = 1_000;

    /// Threads that decode what is replayed, beside the one that reads it.
    private static final int OTHER_THREADS =
            Math.max(1, Runtime.getRuntime().availableProcessors() - 1);

    private static final List<Topic<?>> REQUESTS = List.of(Topics.FETCHES, Topics.NO_FILLS);
    private static final List<Topic<?>> REPLAYED =
            List.of(Topics.FETCHES, Topics.NO_FILLS, Topics.CLICKS, Topics.CONVERSIONS);

    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final RecordDecoder decoder;
    private final int partitionCount;
    private final int lookedAtMax;
    private final ExecutorService executor =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("recorded-requests").factory());

    /// @param consumers makes consumers that read only committed records and commit no offsets
    public KafkaRecordedRequests(
            Supplier<? extends Consumer<String, byte[]>> consumers,
            Deserializer<? extends SpecificRecord> deserializer,
            int partitionCount) {
        this(consumers, deserializer, partitionCount, LOOKED_AT_MAX);
    }

    /// @param lookedAtMax records of all orgs that one reading looks at, about
    KafkaRecordedRequests(
            Supplier<? extends Consumer<String, byte[]>> consumers,
            Deserializer<? extends SpecificRecord> deserializer,
            int partitionCount,
            int lookedAtMax) {
        this.consumers = consumers;
        this.decoder = new RecordDecoder(deserializer);
        this.partitionCount = partitionCount;
        this.lookedAtMax = lookedAtMax;
    }

    @Override
    public <T extends Taker> CompletableFuture<T> read(
            OrgId orgId, Instant from, Instant to, Supplier<T> taker) {
        return CompletableFuture.supplyAsync(
                () -> {
                    T made = taker.get();
                    try (Consumer<String, byte[]> consumer = consumers.get()) {
                        new Reading(consumer, REQUESTS)
                                .read(
                                        from,
                                        to,
                                        (found, weight) ->
                                                decoded(found, orgId)
                                                        .ifPresent(record ->
                                                                made.take(record, weight)));
                    } catch (KafkaException e) {
                        throw new StateUnavailableException("the journal cannot be read", e);
                    }
                    return made;
                },
                executor);
    }

    @Override
    public <P> void replay(
            OrgId orgId,
            Instant from,
            Instant to,
            Replay<P> replay,
            DoubleConsumer progress,
            BooleanSupplier stopped) {
        try (Consumer<String, byte[]> consumer = consumers.get();
                OrderedPreparation<ConsumerRecord<String, byte[]>, P> preparation =
                        new OrderedPreparation<>(
                                OTHER_THREADS,
                                found -> decoded(found, orgId).flatMap(replay::prepare),
                                replay::take)) {
            new Reading(consumer, REPLAYED).replay(from, to, preparation, progress, stopped);
        } catch (KafkaException e) {
            throw new StateUnavailableException("the journal cannot be read", e);
        }
    }

    private Optional<PlacedRecord> decoded(ConsumerRecord<String, byte[]> found, OrgId orgId) {
        return decoder.decode(found)
                .filter(record -> record.event().getOrgId().equals(orgId.value()));
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }

    /// Takes a record as it lies in the journal, which stands for so many.
    private interface Weighted {
        void take(ConsumerRecord<String, byte[]> found, double weight);
    }

    /// One reading, by one thread.
    private final class Reading {
        private final Consumer<String, byte[]> consumer;
        private final List<TopicPartition> places = new ArrayList<>();
        private final OffsetLookup lookup;
        private final long deadlineNanos = System.nanoTime() + DEADLINE.toNanos();

        Reading(Consumer<String, byte[]> consumer, List<Topic<?>> topics) {
            this.consumer = consumer;
            for (int partition = 0; partition < partitionCount; partition++) {
                for (Topic<?> topic : topics) {
                    places.add(new TopicPartition(topic.name(), partition));
                }
            }
            consumer.assign(places);
            lookup = new OffsetLookup(consumer, places);
        }

        void read(Instant from, Instant to, Weighted taker) {
            Map<TopicPartition, Long> starts = lookup.offsets(from);
            Map<TopicPartition, Long> ends = lookup.offsets(to);
            long held = held(starts, ends);
            if (held <= lookedAtMax) {
                scan(from, to, found -> taker.take(found, 1));
                return;
            }
            long length = Duration.between(from, to).toMillis();
            long slice = Math.max(SHORTEST_SLICE.toMillis(), length / SLICES_MAX);
            long read = Math.max(1, slice * lookedAtMax / held);
            double weight = (double) slice / read;
            for (long start = 0; start < length; start += slice) {
                Instant at = from.plusMillis(start);
                long end = Math.min(length, start + read);
                scan(at, from.plusMillis(end), found -> taker.take(found, weight));
            }
        }

        private long held(Map<TopicPartition, Long> starts, Map<TopicPartition, Long> ends) {
            return places.stream()
                    .mapToLong(place -> Math.max(0, at(ends, place) - at(starts, place)))
                    .sum();
        }

        void replay(
                Instant from,
                Instant to,
                OrderedPreparation<ConsumerRecord<String, byte[]>, ?> preparation,
                DoubleConsumer progress,
                BooleanSupplier stopped) {
            Map<TopicPartition, Long> starts = lookup.offsets(from);
            Map<TopicPartition, Long> ends = lookup.offsets(to);
            double held = Math.max(1, held(starts, ends));
            TimeOrderedScan scan = new TimeOrderedScan(consumer, starts, ends);
            long read = 0;
            for (ConsumerRecord<String, byte[]> next = scan.next(stalled());
                    next != null && !stopped.getAsBoolean();
                    next = scan.next(stalled())) {
                preparation.add(next);
                if (++read % PROGRESS_EVERY == 0) {
                    progress.accept(Math.min(1, read / held));
                }
            }
            if (!scan.exhausted()) {
                throw new StateUnavailableException("the requests are not read on");
            }
            preparation.finish();
        }

        private static long stalled() {
            return System.nanoTime() + STALLED_AFTER.toNanos();
        }

        private static long at(Map<TopicPartition, Long> offsets, TopicPartition place) {
            return offsets.getOrDefault(place, 0L);
        }

        private void scan(
                Instant from,
                Instant to,
                java.util.function.Consumer<ConsumerRecord<String, byte[]>> taker) {
            consumer.resume(places);
            TimeOrderedScan scan =
                    new TimeOrderedScan(consumer, lookup.offsets(from), lookup.offsets(to));
            for (ConsumerRecord<String, byte[]> next = scan.next(deadlineNanos);
                    next != null;
                    next = scan.next(deadlineNanos)) {
                taker.accept(next);
            }
            if (!scan.exhausted()) {
                throw new StateUnavailableException("the requests could not be read in time");
            }
        }
    }
}
