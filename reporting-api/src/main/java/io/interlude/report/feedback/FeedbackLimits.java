package io.interlude.report.feedback;

import io.interlude.catalogue.command.CatalogueWriter;
import io.interlude.catalogue.key.Actor;
import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.catalogue.record.CatalogueKeys;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.schema.CreativeVersionChanged;
import io.interlude.schema.FeedbackLimit;
import io.interlude.schema.Granularity;
import io.interlude.schema.SettingsChanged;
import io.interlude.schema.topic.Topics;
import io.interlude.state.query.RollupQuery;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes a draft of a creative that readers report too often, by the `feedbackLimit` of its org's
/// settings.
///
/// Every two seconds it sums the cells of each org that has a limit. The draft is written on top of
/// the revision that it was decided on: of several instances one writes it, and a person who
/// changes the creative meanwhile comes first. It keeps what was counted, and the limit counts from
/// there on, so that a person may approve the creative again. While a cell cannot be read, nothing
/// is decided.
public final class FeedbackLimits implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FeedbackLimits.class);
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /// Days of which the cells are read each time; those before hardly change.
    private static final int RECENT_DAYS = 3;

    private static final Duration EARLIER_HOLDS = Duration.ofHours(1);

    private final CatalogueRecords records;
    private final CatalogueWriter writer;
    private final RollupQuery cells;
    private final InstantSource clock;
    private final Counter drafts;
    private final Map<OrgId, Earlier> orgToEarlier = new HashMap<>();
    private final ScheduledExecutorService executor =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("feedback-limits").daemon().factory());

    public FeedbackLimits(
            CatalogueRecords records,
            CatalogueWriter writer,
            RollupQuery cells,
            InstantSource clock,
            MeterRegistry meters) {
        this.records = records;
        this.writer = writer;
        this.cells = cells;
        this.clock = clock;
        this.drafts =
                Counter.builder("interlude.feedback.drafts")
                        .description("Creatives that became drafts by the reports of readers")
                        .register(meters);
    }

    /// The sums of the days before the recent ones.
    private record Earlier(Instant until, Instant readAt, Map<String, Reported> sums) {}

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

    /// Holds every org's creatives against its limit, once.
    void look() {
        for (OrgId orgId : records.orgs()) {
            FeedbackLimit limit = limit(orgId);
            if (limit == null) {
                orgToEarlier.remove(orgId);
                continue;
            }
            try {
                look(orgId, limit);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (ExecutionException | TimeoutException e) {
                // Of no cells and of a catalogue that changes alike: the next look tries again.
                LOG.debug("feedback_limit.later org={}", orgId, e);
            } catch (RuntimeException e) {
                // A thrown exception would end the looking for all orgs.
                LOG.warn("feedback_limit.failed org={}", orgId, e);
            }
        }
    }

    private @Nullable FeedbackLimit limit(OrgId orgId) {
        return records.all(Topics.SETTINGS, orgId).stream()
                .filter(settings -> !settings.getArchived())
                .findFirst()
                .map(SettingsChanged::getFeedbackLimit)
                .orElse(null);
    }

    private void look(OrgId orgId, FeedbackLimit limit)
            throws InterruptedException, ExecutionException, TimeoutException {
        CatalogueRecords now = records.pinned(orgId);
        Map<String, Reported> sums = sums(orgId);
        List<CatalogueEntry<?>> entries = new ArrayList<>();
        for (CreativeVersionChanged creative : now.all(Topics.CREATIVES, orgId)) {
            Reported counted = sums.getOrDefault(creative.getId(), Reported.NOTHING);
            if (creative.getApproved()
                    && !creative.getArchived()
                    && counted.since(creative.getFeedbackBefore()).reaches(limit)) {
                entries.add(entry(orgId, draft(creative, counted)));
            }
        }
        if (entries.isEmpty()) {
            return;
        }
        await(writer.commit(orgId, now.revision(orgId), entries));
        drafts.increment(entries.size());
        for (CatalogueEntry<?> entry : entries) {
            LOG.info("feedback_limit.draft key={}", entry.key());
        }
    }

    private CreativeVersionChanged draft(CreativeVersionChanged creative, Reported counted) {
        return CreativeVersionChanged.newBuilder(creative)
                .setVersion(creative.getVersion() + 1)
                .setChangedAt(clock.instant().truncatedTo(ChronoUnit.MILLIS))
                .setChangedBy(Actor.FEEDBACK_LIMIT)
                .setApproved(false)
                .setSubmitted(false)
                .setFeedbackBefore(counted.count())
                .build();
    }

    private static CatalogueEntry<?> entry(OrgId orgId, CreativeVersionChanged value) {
        String key = CatalogueKeys.ofVersion(orgId, value.getId(), value.getVersion());
        return new CatalogueEntry<>(Topics.CREATIVES, key, value);
    }

    /// By creative. Days begin in the time zone of the org.
    private Map<String, Reported> sums(OrgId orgId)
            throws InterruptedException, ExecutionException, TimeoutException {
        Instant now = clock.instant();
        Instant until = now.truncatedTo(ChronoUnit.DAYS).minus(RECENT_DAYS, ChronoUnit.DAYS);
        Earlier earlier = orgToEarlier.get(orgId);
        if (earlier == null
                || !earlier.until().equals(until)
                || earlier.readAt().plus(EARLIER_HOLDS).isBefore(now)) {
            earlier = new Earlier(until, now, sums(orgId, Instant.EPOCH, until));
            orgToEarlier.put(orgId, earlier);
        }
        Map<String, Reported> sums = sums(orgId, until, now.plus(2, ChronoUnit.DAYS));
        earlier.sums().forEach((id, before) -> sums.merge(id, before, Reported::plus));
        return sums;
    }

    private Map<String, Reported> sums(OrgId orgId, Instant from, Instant to)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<String, Reported> sums = new HashMap<>();
        int missing =
                await(
                        cells.forEachReadable(
                                orgId,
                                Granularity.day,
                                from,
                                to,
                                cell -> {
                                    if (!cell.getCreativeId().isEmpty()) {
                                        sums.merge(
                                                cell.getCreativeId(),
                                                Reported.of(cell),
                                                Reported::plus);
                                    }
                                }));
        if (missing > 0) {
            throw new ExecutionException(
                    new StateUnavailableException(missing + " partitions are missing"));
        }
        return sums;
    }

    private static <T> T await(CompletableFuture<T> future)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            future.cancel(false);
        }
    }
}
