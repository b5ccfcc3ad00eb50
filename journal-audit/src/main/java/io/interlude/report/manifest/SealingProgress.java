package io.interlude.report.manifest;

import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.reading.OffsetLookup;
import io.interlude.journal.reading.RangeReading;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The progress of sealing: before this hour every record of every partition is in a manifest. An
/// hour without records has no manifest, so the manifests alone do not tell it: the journal is
/// asked besides where its hours begin. Any process can tell, whichever one seals. Safe for use by
/// many threads: those that ask while the journal is looked at share the answer.
public final class SealingProgress {
    private static final Logger LOG = LoggerFactory.getLogger(SealingProgress.class);
    private static final Duration DEADLINE = Duration.ofSeconds(3);

    /// Hours that are looked at, the latest first: a sealer that is further behind is in trouble.
    private static final int HOURS_MAX = 24;

    private final ManifestJournal manifests;
    private final Supplier<? extends Consumer<byte[], byte[]>> consumers;
    private final Duration grace;
    private final Map<TopicPartition, Long> placeToNext = new HashMap<>();
    private long manifestsRead;
    private CompletableFuture<Optional<Instant>> newest =
            CompletableFuture.completedFuture(Optional.empty());

    /// @param consumers makes consumers that read only committed records and commit no offsets
    /// @param grace how long after its end a record of an hour may still come
    public SealingProgress(
            ManifestJournal manifests,
            Supplier<? extends Consumer<byte[], byte[]>> consumers,
            Duration grace) {
        this.manifests = manifests;
        this.consumers = consumers;
        this.grace = grace;
    }

    /// The latest start of an hour before which everything is sealed; empty where it lies further
    /// back than is looked, or cannot be told now.
    synchronized CompletableFuture<Optional<Instant>> sealedTo(Instant now) {
        if (newest.isDone()) {
            newest = CompletableFuture.supplyAsync(() -> find(now), Thread::startVirtualThread);
        }
        return newest.copy();
    }

    private Optional<Instant> find(Instant now) {
        try (Consumer<byte[], byte[]> consumer = consumers.get()) {
            manifestsRead =
                    manifests.forEach(
                            manifestsRead,
                            manifest ->
                                    placeToNext.put(
                                            new TopicPartition(
                                                    manifest.getTopic(), manifest.getPartition()),
                                            manifest.getLastOffset() + 1));
            return new Look(consumer).sealedTo(now.minus(grace).truncatedTo(ChronoUnit.HOURS));
        } catch (KafkaException | StateUnavailableException e) {
            LOG.warn("event=sealing_progress_not_told cause={}", e.toString());
            return Optional.empty();
        }
    }

    /// One look at the journal.
    private final class Look {
        private final long deadlineNanos = System.nanoTime() + DEADLINE.toNanos();
        private final Consumer<byte[], byte[]> consumer;
        private final Map<TopicPartition, Long> placeToBegin;
        private final OffsetLookup lookup;
        private final List<TopicPartition> unsealed;

        Look(Consumer<byte[], byte[]> consumer) {
            this.consumer = consumer;
            List<TopicPartition> places = SealingSession.places(consumer);
            placeToBegin = consumer.beginningOffsets(places);
            lookup = new OffsetLookup(consumer, places);
            unsealed = places.stream().filter(place -> lookup.end(place) > next(place)).toList();
        }

        private long next(TopicPartition place) {
            return Math.max(
                    placeToNext.getOrDefault(place, 0L), placeToBegin.getOrDefault(place, 0L));
        }

        Optional<Instant> sealedTo(Instant latest) {
            for (int i = 0; i < HOURS_MAX && !isLate(); i++) {
                Instant hour = latest.minus(i, ChronoUnit.HOURS);
                if (isSealed(hour)) {
                    return Optional.of(hour);
                }
            }
            return Optional.empty();
        }

        private boolean isLate() {
            return System.nanoTime() > deadlineNanos;
        }

        /// Whether each partition is in manifests up to its first record of this hour or later.
        private boolean isSealed(Instant hour) {
            Map<TopicPartition, Instant> placeToHour = new HashMap<>();
            unsealed.forEach(place -> placeToHour.put(place, hour));
            Map<TopicPartition, Long> placeToBound = lookup.offsets(placeToHour);
            return placeToBound.entrySet().stream()
                    .allMatch(bound -> hasNone(bound.getKey(), bound.getValue()));
        }

        /// Whether no committed record lies between the manifests and the bound. Marks of
        /// transactions may, and what was never committed.
        private boolean hasNone(TopicPartition place, long bound) {
            if (next(place) >= bound) {
                return true;
            }
            Duration left = Duration.ofNanos(deadlineNanos - System.nanoTime());
            try {
                return RangeReading.first(consumer, place, next(place), bound, left).isEmpty();
            } catch (TimeoutException _) {
                return false;
            }
        }
    }
}
