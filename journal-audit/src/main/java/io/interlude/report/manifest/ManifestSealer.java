package io.interlude.report.manifest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Seals the journal's hours in the background, with one thread that reads a bounded amount each
/// turn. Of several processes one does so: the one that started last shuts the others out, and they
/// stand by until its manifests fail to come.
public final class ManifestSealer implements AutoCloseable {
    /// Transactions of all sealers have this id.
    public static final String TRANSACTIONAL_ID = "interlude-manifest-sealer";

    private static final Logger LOG = LoggerFactory.getLogger(ManifestSealer.class);
    private static final int TURNS_BEFORE_THE_FIRST = 2;
    private static final int TURNS_AFTER_FAILURE = 2;
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);

    private final ManifestKeys keys;
    private final ManifestJournal manifests;
    private final Supplier<? extends Producer<String, SpecificRecord>> producers;
    private final Supplier<? extends Consumer<byte[], byte[]>> consumers;
    private final SealingLimits limits;
    private final InstantSource clock;
    private final Counter sealed;
    private final Counter failures;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread =
            Thread.ofPlatform().name("manifest-sealer").daemon().unstarted(this::run);
    private volatile @Nullable SealingSession session;
    private @Nullable SealerTakeover takeover;

    /// @param producers makes transactional producers of the id of all sealers
    /// @param consumers makes consumers that read only committed records and commit no offsets
    public ManifestSealer(
            ManifestKeys keys,
            ManifestJournal manifests,
            Supplier<? extends Producer<String, SpecificRecord>> producers,
            Supplier<? extends Consumer<byte[], byte[]>> consumers,
            SealingLimits limits,
            InstantSource clock,
            MeterRegistry meters) {
        this.keys = keys;
        this.manifests = manifests;
        this.producers = producers;
        this.consumers = consumers;
        this.limits = limits;
        this.clock = clock;
        sealed = meters.counter("interlude.manifests.sealed");
        failures = meters.counter("interlude.manifests.failures");
        Gauge.builder("interlude.manifests.sealing", this, it -> it.session == null ? 0 : 1)
                .description("Whether this process seals the journal's hours")
                .register(meters);
    }

    /// Begins to seal, some turns later. Call once.
    public void start() {
        thread.start();
    }

    private void run() {
        Duration pause = limits.turn().multipliedBy(TURNS_BEFORE_THE_FIRST);
        while (!isClosedWithin(pause)) {
            pause = turn();
        }
        end();
    }

    private boolean isClosedWithin(Duration pause) {
        try {
            return closing.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /// One turn, after which there is a pause.
    private Duration turn() {
        try {
            if (session != null || mayBegin()) {
                sealed.increment(session().turn());
            }
            return limits.turn();
        } catch (ProducerFencedException | InvalidProducerEpochException e) {
            LOG.info("event=manifests_sealed_elsewhere cause={}", e.toString());
            end();
            return awaitTakeover();
        } catch (RuntimeException e) {
            if (closing.getCount() > 0) {
                LOG.warn("event=manifests_not_sealed cause={}", e.toString());
                LOG.debug("event=manifests_not_sealed", e);
                failures.increment();
            }
            end();
            return limits.turn().multipliedBy(TURNS_AFTER_FAILURE);
        }
    }

    private SealingSession session() {
        SealingSession current = session;
        if (current == null) {
            current = new SealingSession(keys, clock, limits, producers.get(), consumers.get());
            session = current;
            current.begin(manifests);
            LOG.info("event=manifests_sealing");
        }
        return current;
    }

    private void end() {
        SealingSession ended = session;
        session = null;
        if (ended != null) {
            try {
                ended.close();
            } catch (RuntimeException e) {
                LOG.debug("event=manifest_session_not_closed", e);
            }
        }
    }

    private Duration awaitTakeover() {
        try (Consumer<byte[], byte[]> consumer = consumers.get()) {
            List<TopicPartition> places = SealingSession.places(consumer);
            consumer.assign(places);
            takeover =
                    SealerTakeover.from(
                            consumer.endOffsets(places), clock.instant(), limits.grace());
            return limits.turn();
        } catch (RuntimeException e) {
            LOG.debug("event=manifest_stand_by_not_begun", e);
            return limits.turn().multipliedBy(TURNS_AFTER_FAILURE);
        }
    }

    private boolean mayBegin() {
        SealerTakeover waiting = takeover;
        if (waiting != null) {
            if (!waiting.isOver(clock.instant())) {
                return false;
            }
            if (!waiting.isAbandoned(SealingSession.latest(manifests))) {
                var _ = awaitTakeover();
                return false;
            }
            takeover = null;
        }
        return true;
    }

    /// Ends after the turn that is under way, waiting at most 5 s for it.
    @Override
    public void close() {
        closing.countDown();
        SealingSession current = session;
        if (current != null) {
            current.wakeUp();
        }
        try {
            if (!thread.join(CLOSE_DEADLINE)) {
                LOG.warn("event=manifest_sealer_still_busy");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
