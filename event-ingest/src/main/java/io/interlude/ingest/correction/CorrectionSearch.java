package io.interlude.ingest.correction;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.ingest.correction.CorrectionRequest.ByFilter;
import io.interlude.ingest.correction.CorrectionRequest.ByIds;
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
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;

/// Finds the events that a correction is about. Safe for use by many threads.
public final class CorrectionSearch {
    /// Events of one correction at most.
    static final int EVENTS_MAX = 10_000;

    /// The most by which an application's clock may lead ours.
    static final Duration CLOCK_LEAD = Duration.ofMinutes(5);

    private static final int FETCHES_MAX = 1_000_000;

    /// Of a set: a UUID, its holder and its entry.
    private static final int FETCH_ID_BYTES = 96;

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

    /// The correction of an event that was found, but for what the request says: whole events are
    /// many times as large.
    ///
    /// @param partition of the event
    record Draft(int partition, CorrectionRecorded record) {}

    /// The events to take back.
    ///
    /// @param events by their ids, none of which was taken back
    /// @param alreadyTakenBack of those that were asked for
    /// @param unknownIds of those that were asked for by id, those that the org has no event of
    record Outcome(
            Map<String, Draft> events, Set<String> alreadyTakenBack, Set<String> unknownIds) {}

    /// @param memory is told of bytes before they are filled; what it throws fails the search
    CompletableFuture<Outcome> find(
            OrgId orgId, CorrectionRequest.Selection selection, Instant now, LongConsumer memory) {
        return journal.search(
                orgId,
                reading -> {
                    Search search = new Search(reading, orgId, memory);
                    return switch (selection) {
                        case ByIds ids -> search.ids(ids.eventIds(), earliest(ids, orgId, now));
                        case ByFilter filter -> search.matching(filter, window);
                    };
                });
    }

    /// When the first of the events can have been made.
    private Instant earliest(ByIds ids, OrgId orgId, Instant now) {
        return ids.eventIds().stream()
                .map(id -> madeAt(UUID.fromString(id), orgId, now))
                .min(Instant::compareTo)
                .orElse(now)
                .minus(CLOCK_LEAD);
    }

    /// An id that tells no time may be of any event of the window.
    private Instant madeAt(UUID id, OrgId orgId, Instant now) {
        FetchId fetchId = new FetchId(id);
        boolean timed =
                id.version() == TIME_ORDERED
                        || fetchIdentity.prove(fetchId.toString(), orgId).isPresent();
        return timed ? fetchId.madeAt() : now.minus(window);
    }

    /// One search, and what it has found.
    private static final class Search {
        private final EventSearch.Reading journal;
        private final OrgId orgId;
        private final LongConsumer memory;
        private final Map<String, Draft> events = new LinkedHashMap<>();

        private Search(EventSearch.Reading journal, OrgId orgId, LongConsumer memory) {
            this.journal = journal;
            this.orgId = orgId;
            this.memory = memory;
        }

        private Outcome ids(Set<String> ids, Instant from) {
            journal.read(
                    TOPICS,
                    from,
                    found -> {
                        if (countable(found.event()) && ids.contains(found.event().getEventId())) {
                            keep(found);
                        }
                        return events.size() < ids.size();
                    });
            Set<String> taken = withoutTakenBack(from);
            Set<String> unknown = new HashSet<>(ids);
            unknown.removeAll(events.keySet());
            unknown.removeAll(taken);
            return new Outcome(events, taken, unknown);
        }

        private Outcome matching(ByFilter filter, Duration window) {
            Set<FetchId> fetchIds = fetchIds(filter, window);
            Instant from = filter.from().minus(CLOCK_LEAD);
            journal.read(
                    TOPICS,
                    from,
                    found -> {
                        JournalEvent event = found.event();
                        if (countable(event)
                                && matches(filter, event)
                                && (filter.lineItem() == null
                                        || fetchId(event).filter(fetchIds::contains).isPresent())) {
                            keep(found);
                            requireAtMost(EVENTS_MAX, events.size());
                        }
                        return true;
                    });
            return new Outcome(events, withoutTakenBack(from), Set.of());
        }

        /// The fetches of the line item that the filter names, if it does.
        private Set<FetchId> fetchIds(ByFilter filter, Duration window) {
            Set<FetchId> fetchIds = new HashSet<>();
            if (filter.lineItem() == null) {
                return fetchIds;
            }
            journal.read(
                    List.of(Topics.FETCHES),
                    filter.from().minus(window),
                    found -> {
                        if (found.event() instanceof AdFetched fetched
                                && countable(fetched)
                                && fetched.getLineItemId().equals(filter.lineItem())) {
                            memory.accept(FETCH_ID_BYTES);
                            fetchId(fetched).ifPresent(fetchIds::add);
                        }
                        requireAtMost(FETCHES_MAX, fetchIds.size());
                        return true;
                    });
            return fetchIds;
        }

        private void keep(EventSearch.Found found) {
            String eventId = found.event().getEventId();
            if (!events.containsKey(eventId)) {
                CorrectionRecorded draft = CorrectionCodec.draft(found.event());
                memory.accept(CorrectionCodec.bytes(draft));
                events.put(eventId, new Draft(found.partition(), draft));
            }
        }

        /// Removes the events that were taken back already, and names them.
        private Set<String> withoutTakenBack(Instant from) {
            Set<String> takenBack = new HashSet<>();
            journal.read(
                    List.of(Topics.CORRECTIONS),
                    from,
                    found -> {
                        if (found.event() instanceof CorrectionRecorded correction
                                && events.remove(correction.getCorrectedEventId()) != null) {
                            takenBack.add(correction.getCorrectedEventId());
                        }
                        return true;
                    });
            return takenBack;
        }

        /// Test traffic counts nowhere, so there is nothing to take back.
        private boolean countable(JournalEvent event) {
            return orgId.value().equals(event.getOrgId()) && !event.getTest();
        }
    }

    private static Optional<FetchId> fetchId(JournalEvent event) {
        return Optional.ofNullable(event.getFetchId()).flatMap(FetchId::parse);
    }

    private static boolean matches(ByFilter filter, JournalEvent event) {
        Instant occurredAt = event.getOccurredAt();
        return !occurredAt.isBefore(filter.from())
                && occurredAt.isBefore(filter.to())
                && (filter.eventTypes().isEmpty()
                        || filter.eventTypes().contains(event.getEventType()))
                && (filter.messageId() == null || filter.messageId().equals(event.getFetchId()));
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
