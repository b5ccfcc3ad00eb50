package io.interlude.journal.history;

import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.matching.CountingVerdict;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.JournalEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/// Judges the records of several fetches as they come. An event that comes before its fetch waits
/// for it. Used by one thread.
final class FetchJudge {
    /// Heap that the id of a judged event takes, and what the fetch's progress tells of it.
    private static final int JUDGED_BYTES = 192;

    /// Heap that an event takes that waits for its fetch.
    private static final int WAITING_BYTES = 2_048;

    private final Function<AdFetched, Optional<FlowOutline>> flows;
    private final Set<Place> wanted;
    private final Map<UUID, FetchLife> subjectToLife = new HashMap<>();
    private final Map<UUID, List<PlacedRecord>> subjectToWaiting = new HashMap<>();
    private final Map<Place, CountingVerdict> placeToVerdict = new HashMap<>();
    private long bytes;

    /// @param wanted the records whose verdicts are asked for
    FetchJudge(Function<AdFetched, Optional<FlowOutline>> flows, Collection<PlacedRecord> wanted) {
        this.flows = flows;
        this.wanted = wanted.stream().map(Place::of).collect(Collectors.toSet());
    }

    /// Heap that events take, about, beside the fetches and the first events of each.
    long holds() {
        return bytes;
    }

    /// What the record is judged with: its fetch, or itself if it belongs to none. Empty when it
    /// names a fetch that cannot be.
    static Optional<UUID> subject(JournalEvent event) {
        String fetchId = event.getFetchId();
        if (fetchId != null) {
            return FetchId.parse(fetchId).map(FetchId::uuid);
        }
        try {
            return Optional.of(UUID.fromString(event.getEventId()));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    void add(PlacedRecord record) {
        Optional<UUID> subject = subject(record.event());
        if (subject.isEmpty()) {
            return;
        }
        FetchLife life = subjectToLife.computeIfAbsent(subject.get(), _ -> new FetchLife(flows));
        if (life.fetched() == null && needsFetch(record)) {
            subjectToWaiting.computeIfAbsent(subject.get(), _ -> new ArrayList<>()).add(record);
            bytes += WAITING_BYTES;
            return;
        }
        judge(life, record);
        if (record.event() instanceof AdFetched) {
            judgeWaiting(subject.get(), life);
        }
    }

    /// Whether goals judge the conversions of any fetch.
    boolean anyGoals() {
        return subjectToLife.values().stream()
                .map(FetchLife::fetched)
                .anyMatch(fetched -> fetched != null && !fetched.getConversionGoals().isEmpty());
    }

    /// There are no more records: what still waits belongs to no fetch.
    void end() {
        for (UUID subject : List.copyOf(subjectToWaiting.keySet())) {
            judgeWaiting(subject, subjectToLife.getOrDefault(subject, new FetchLife(flows)));
        }
    }

    /// The record with what is known of it.
    ///
    /// @param corrected what corrections tell of it and its fetch
    JudgedEvent judged(PlacedRecord record, CorrectedEvents corrected) {
        return corrected.apply(judgedAs(record, corrected));
    }

    private JudgedEvent judgedAs(PlacedRecord record, CorrectedEvents corrected) {
        Optional<UUID> subject = subject(record.event());
        if (subject.isEmpty()) {
            return new JudgedEvent(record, CountingVerdict.UNMATCHED, null);
        }
        FetchLife life = subjectToLife.get(subject.get());
        CountingVerdict verdict = placeToVerdict.get(Place.of(record));
        AdFetched fetched = life == null ? null : life.fetched();
        if (life == null || fetched == null || verdict == null) {
            return new JudgedEvent(record, verdict, fetched);
        }
        return new JudgedEvent(
                record,
                life.afterAll(verdict, record.event(), corrected.ordersElsewhere(fetched)),
                fetched);
    }

    private void judgeWaiting(UUID subject, FetchLife life) {
        List<PlacedRecord> waiting = subjectToWaiting.remove(subject);
        if (waiting != null) {
            waiting.forEach(record -> judge(life, record));
        }
    }

    private void judge(FetchLife life, PlacedRecord record) {
        int known = life.idsHeld();
        Optional<CountingVerdict> verdict = life.judge(record.event());
        Place place = Place.of(record);
        if (verdict.isPresent() && wanted.contains(place)) {
            placeToVerdict.put(place, verdict.get());
        }
        if (life.idsHeld() > Math.max(known, LookedBack.FIRST_EVENTS)) {
            bytes += JUDGED_BYTES;
        }
    }

    private static boolean needsFetch(PlacedRecord record) {
        return record.event().getFetchId() != null
                && !(record.event() instanceof AdFetched)
                && !(record.event() instanceof AdNotFilled)
                && !isLate(record);
    }

    /// A conversion past the attribution window: it counts for nothing, whatever its fetch was.
    static boolean isLate(PlacedRecord record) {
        return record.event() instanceof ConversionRecorded conversion && conversion.getLate();
    }

    private record Place(TopicPartition place, long offset) {
        static Place of(PlacedRecord record) {
            return new Place(record.place(), record.offset());
        }
    }
}
