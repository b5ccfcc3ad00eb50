package io.interlude.ingest.correction;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.ingest.correction.CorrectionRequest.ByFilter;
import io.interlude.ingest.correction.CorrectionRequest.ByIds;
import io.interlude.ingest.correction.EventSearch.Found;
import io.interlude.ingest.identity.FetchIdentity;
import io.interlude.schema.AdFetched;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/// Finds the events that a correction is about. Safe for use by many threads.
public final class CorrectionSearch {
    /// Events of one correction at most.
    static final int EVENTS_MAX = 10_000;

    /// The most by which an application's clock may lead ours.
    static final Duration CLOCK_LEAD = Duration.ofMinutes(5);

    private static final int FETCHES_MAX = 1_000_000;
    private static final int TIME_ORDERED = 7;
    private static final List<Topic<?>> TOPICS =
            Topics.folded().stream().filter(topic -> !topic.equals(Topics.CORRECTIONS)).toList();

    private final EventSearch journal;
    private final FetchIdentity fetchIdentity;
    private final Duration window;

    /// @param window age up to which events can be taken back: as long as their fetch is remembered
    public CorrectionSearch(EventSearch journal, FetchIdentity fetchIdentity, Duration window) {
        this.journal = journal;
        this.fetchIdentity = fetchIdentity;
        this.window = window;
    }

    /// The age up to which events can be taken back.
    Duration window() {
        return window;
    }

    /// The past corrections.
    PastCorrections past() {
        return new PastCorrections(journal);
    }

    /// The events to take back.
    ///
    /// @param events by their ids, none of which was taken back
    /// @param alreadyTakenBack of those that were asked for
    /// @param unknownIds of those that were asked for by id, those that the org has no event of
    record Outcome(
            Map<String, Found> events, Set<String> alreadyTakenBack, Set<String> unknownIds) {}

    CompletableFuture<Outcome> find(
            OrgId orgId, CorrectionRequest.Selection selection, Instant now) {
        return switch (selection) {
            case ByIds ids -> findIds(orgId, ids.eventIds(), now);
            case ByFilter filter when filter.lineItem() == null ->
                    findMatching(orgId, filter, _ -> true);
            case ByFilter filter -> findOfLineItem(orgId, filter);
        };
    }

    private CompletableFuture<Outcome> findIds(OrgId orgId, Set<String> ids, Instant now) {
        Instant from =
                ids.stream()
                        .map(id -> madeAt(UUID.fromString(id), orgId, now))
                        .min(Instant::compareTo)
                        .orElse(now)
                        .minus(CLOCK_LEAD);
        Map<String, Found> events = new LinkedHashMap<>();
        return journal.read(
                        TOPICS,
                        from,
                        found -> {
                            if (countable(found.event(), orgId)
                                    && ids.contains(found.event().getEventId())) {
                                events.putIfAbsent(found.event().getEventId(), found);
                            }
                            return events.size() < ids.size();
                        })
                .thenCompose(_ -> withoutTakenBack(events, from))
                .thenApply(taken -> {
                    Set<String> unknown = new HashSet<>(ids);
                    unknown.removeAll(events.keySet());
                    unknown.removeAll(taken);
                    return new Outcome(events, taken, unknown);
                });
    }

    /// An id that tells no time may be of any event of the window.
    private Instant madeAt(UUID id, OrgId orgId, Instant now) {
        FetchId fetchId = new FetchId(id);
        boolean timed =
                id.version() == TIME_ORDERED
                        || fetchIdentity.prove(fetchId.toString(), orgId).isPresent();
        return timed ? fetchId.madeAt() : now.minus(window);
    }

    private CompletableFuture<Outcome> findOfLineItem(OrgId orgId, ByFilter filter) {
        Set<String> fetchIds = new HashSet<>();
        return journal.read(
                        List.of(Topics.FETCHES),
                        filter.from().minus(window),
                        found -> {
                            if (found.event() instanceof AdFetched fetched
                                    && countable(fetched, orgId)
                                    && fetched.getLineItemId().equals(filter.lineItem())) {
                                fetchIds.add(String.valueOf(fetched.getFetchId()));
                            }
                            requireAtMost(FETCHES_MAX, fetchIds.size());
                            return true;
                        })
                .thenCompose(_ ->
                        findMatching(
                                orgId, filter, event -> fetchIds.contains(event.getFetchId())));
    }

    private CompletableFuture<Outcome> findMatching(
            OrgId orgId, ByFilter filter, Predicate<JournalEvent> ofLineItem) {
        Instant from = filter.from().minus(CLOCK_LEAD);
        Map<String, Found> events = new LinkedHashMap<>();
        return journal.read(
                        TOPICS,
                        from,
                        found -> {
                            JournalEvent event = found.event();
                            if (countable(event, orgId)
                                    && matches(filter, event)
                                    && ofLineItem.test(event)) {
                                events.putIfAbsent(event.getEventId(), found);
                                requireAtMost(EVENTS_MAX, events.size());
                            }
                            return true;
                        })
                .thenCompose(_ -> withoutTakenBack(events, from))
                .thenApply(taken -> new Outcome(events, taken, Set.of()));
    }

    /// Removes the events that were taken back already, and names them.
    private CompletableFuture<Set<String>> withoutTakenBack(
            Map<String, Found> events, Instant from) {
        Set<String> takenBack = new HashSet<>();
        return journal.read(
                        List.of(Topics.CORRECTIONS),
                        from,
                        found -> {
                            if (found.event() instanceof CorrectionRecorded correction
                                    && events.remove(correction.getCorrectedEventId()) != null) {
                                takenBack.add(correction.getCorrectedEventId());
                            }
                            return true;
                        })
                .thenApply(_ -> takenBack);
    }

    private static boolean matches(ByFilter filter, JournalEvent event) {
        Instant occurredAt = event.getOccurredAt();
        return !occurredAt.isBefore(filter.from())
                && occurredAt.isBefore(filter.to())
                && (filter.eventTypes().isEmpty()
                        || filter.eventTypes().contains(event.getEventType()))
                && (filter.messageId() == null || filter.messageId().equals(event.getFetchId()));
    }

    /// Test traffic counts nowhere, so there is nothing to take back.
    private static boolean countable(JournalEvent event, OrgId orgId) {
        return orgId.value().equals(event.getOrgId()) && !event.getTest();
    }

    private static void requireAtMost(int max, int count) {
        if (count > max) {
            throw Problem.ofField(
                            Reason.INVALID_REQUEST,
                            "filter",
                            "The filter matches more than %,d events: narrow it."
                                    .formatted(EVENTS_MAX))
                    .exception();
        }
    }
}
