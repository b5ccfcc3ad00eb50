package io.interlude.journal.history;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.paging.TimeOrderedScan;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
                        new Reading(consumer, orgId, made, REQUESTS).read(from, to);
                    } catch (KafkaException e) {
                        throw new StateUnavailableException("the journal cannot be read", e);
                    }
                    return made;
                },
                executor);
    }

    @Override
    public void replay(
            OrgId orgId,
            Instant from,
            Instant to,
            Taker taker,
            DoubleConsumer progress,
            BooleanSupplier stopped) {
        try (Consumer<String, byte[]> consumer = consumers.get()) {
            new Reading(consumer, orgId, taker, REPLAYED).replay(from, to, progress, stopped);
        } catch (KafkaException e) {
            throw new StateUnavailableException("the journal cannot be read", e);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }

    /// One reading, by one thread.
    private final class Reading {
        private final Consumer<String, byte[]> consumer;
        private final OrgId orgId;
        private final Taker taker;
        private final List<TopicPartition> places = new ArrayList<>();
        private final OffsetRanges ranges;
        private final long deadlineNanos = System.nanoTime() + DEADLINE.toNanos();

        Reading(
                Consumer<String, byte[]> consumer,
                OrgId orgId,
                Taker taker,
                List<Topic<?>> topics) {
            this.consumer = consumer;
            this.orgId = orgId;
            this.taker = taker;
            for (int partition = 0; partition < partitionCount; partition++) {
                for (Topic<?> topic : topics) {
                    places.add(new TopicPartition(topic.name(), partition));
                }
            }
            consumer.assign(places);
            ranges = new OffsetRanges(consumer, places);
        }

        void read(Instant from, Instant to) {
            Map<TopicPartition, Long> starts = offsets(from);
            Map<TopicPartition, Long> ends = offsets(to);
            long held = held(starts, ends);
            if (held <= lookedAtMax) {
                scan(from, to, 1);
                return;
            }
            long length = Duration.between(from, to).toMillis();
            long slice = Math.max(SHORTEST_SLICE.toMillis(), length / SLICES_MAX);
            long read = Math.max(1, slice * lookedAtMax / held);
            for (long start = 0; start < length; start += slice) {
                Instant at = from.plusMillis(start);
                long end = Math.min(length, start + read);
                scan(at, from.plusMillis(end), (double) slice / read);
            }
        }

        private long held(Map<TopicPartition, Long> starts, Map<TopicPartition, Long> ends) {
            return places.stream()
                    .mapToLong(place -> Math.max(0, at(ends, place) - at(starts, place)))
                    .sum();
        }

        void replay(Instant from, Instant to, DoubleConsumer progress, BooleanSupplier stopped) {
            Map<TopicPartition, Long> starts = offsets(from);
            Map<TopicPartition, Long> ends = offsets(to);
            double held = Math.max(1, held(starts, ends));
            TimeOrderedScan scan = new TimeOrderedScan(consumer, starts, ends);
            long read = 0;
            for (ConsumerRecord<String, byte[]> next = scan.next(stalled());
                    next != null && !stopped.getAsBoolean();
                    next = scan.next(stalled())) {
                take(next, 1);
                if (++read % PROGRESS_EVERY == 0) {
                    progress.accept(Math.min(1, read / held));
                }
            }
            if (!scan.exhausted()) {
                throw new StateUnavailableException("the requests are not read on");
            }
        }

        private static long stalled() {
            return System.nanoTime() + STALLED_AFTER.toNanos();
        }

        private void take(ConsumerRecord<String, byte[]> found, double weight) {
            decoder.decode(found)
                    .filter(record -> record.metadata().orgId().equals(orgId.value()))
                    .ifPresent(record -> taker.take(record, weight));
        }

        private Map<TopicPartition, Long> offsets(Instant time) {
            Map<TopicPartition, Instant> placeToTime = new HashMap<>();
            places.forEach(place -> placeToTime.put(place, time));
            return ranges.offsets(placeToTime);
        }

        private static long at(Map<TopicPartition, Long> offsets, TopicPartition place) {
            return offsets.getOrDefault(place, 0L);
        }

        private void scan(Instant from, Instant to, double weight) {
            consumer.resume(places);
            TimeOrderedScan scan = new TimeOrderedScan(consumer, offsets(from), offsets(to));
            for (ConsumerRecord<String, byte[]> next = scan.next(deadlineNanos);
                    next != null;
                    next = scan.next(deadlineNanos)) {
                take(next, weight);
            }
            if (!scan.exhausted()) {
                throw new StateUnavailableException("the requests could not be read in time");
            }
        }
    }
}
