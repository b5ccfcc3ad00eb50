package io.interlude.catalogue.subscriber;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.retention.RetentionDays;
import io.interlude.journal.availability.JournalUnavailableException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the keys of orgs that want their events to expire, and destroys those of the days that
/// have. Each look goes by the settings, the ring and the clock alone, so it needs no memory of the
/// looks before, and several processes may do it at once: the writer shuts the others out.
public final class ExpiringEpochs implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExpiringEpochs.class);
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final Supplier<Set<OrgId>> orgs;
    private final RetentionPolicy policy;
    private final SubscriberKeyRing ring;
    private final SubscriberKeyWriter writer;
    private final InstantSource clock;
    private final ScheduledExecutorService executor =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("expiring-epochs").daemon().factory());

    /// @param orgs every org that is known, once their settings are
    public ExpiringEpochs(
            Supplier<Set<OrgId>> orgs,
            RetentionPolicy policy,
            SubscriberKeyRing ring,
            SubscriberKeyWriter writer,
            InstantSource clock,
            MeterRegistry meters) {
        this.orgs = orgs;
        this.policy = policy;
        this.ring = ring;
        this.writer = writer;
        this.clock = clock;
        Gauge.builder("interlude.retention.overdue", this, ExpiringEpochs::overdue)
                .description("Orgs whose expired keys are not destroyed")
                .register(meters);
    }

    /// Looks until it is closed.
    public void start() {
        var _ =
                executor.scheduleWithFixedDelay(
                        this::look, PAUSE.toMillis(), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }

    /// Sees to every org, once.
    void look() {
        for (OrgId orgId : orgs.get()) {
            try {
                policy.days(orgId).ifPresent(days -> look(orgId, days));
            } catch (JournalUnavailableException e) {
                LOG.debug("retention.later orgId={}", orgId, e);
            } catch (RuntimeException e) {
                // A thrown exception would end the looking for all orgs.
                LOG.warn("retention.failed orgId={}", orgId, e);
            }
        }
    }

    /// Asked of the ring itself, so that it is seen, too, when nobody looks.
    private long overdue() {
        return orgs.get().stream()
                .filter(orgId ->
                        policy.days(orgId)
                                .filter(days -> isOverdue(orgId, days.firstKept(clock.instant())))
                                .isPresent())
                .count();
    }

    private boolean isOverdue(OrgId orgId, int firstKept) {
        return ring.of(orgId).filter(keys -> keys.first() >= firstKept).isEmpty();
    }

    private void look(OrgId orgId, RetentionDays days) {
        int firstKept = days.firstKept(clock.instant());
        if (isOverdue(orgId, firstKept)) {
            int first = writer.keepEpochs(orgId, firstKept, RetentionDays.epoch(clock.instant()));
            LOG.info("retention.keys orgId={} readableFrom={}", orgId, RetentionDays.start(first));
        }
    }
}
