package io.interlude.aggregate.matching;

import io.interlude.aggregate.state.PreCommitHook;
import io.interlude.domain.matching.Contribution;
import io.interlude.domain.matching.CorrectionFold;
import io.interlude.domain.matching.CountedEvent;
import io.interlude.domain.matching.ServedFetch;
import io.interlude.schema.EventType;
import io.interlude.schema.FetchState;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;

/// Keeps the counts of fetches right of which something was taken back: once a commit the events of
/// each such fetch that changed are folded anew, as they were and as they are, and the difference
/// is the correction. See [CorrectionFold]. However many events a correction takes back, their
/// fetch is folded a few times only.
public final class CorrectedFetches {
    /// Events that are held at most, about 10 MB; then the differences are made at once.
    private static final int HELD_MAX = 100_000;

    private final Fetches fetches;
    private final CountedEvents countedEvents;
    private final Consumer<List<Contribution>> sums;
    private final Map<UUID, Before> fetchToBefore = new LinkedHashMap<>();
    private int held;

    /// @param sums takes the corrections
    public CorrectedFetches(
            Fetches fetches, CountedEvents countedEvents, Consumer<List<Contribution>> sums) {
        this.fetches = fetches;
        this.countedEvents = countedEvents;
        this.sums = sums;
    }

    /// Whether anything of the fetch was taken back.
    static boolean any(FetchState state) {
        return state.getTakenBack() || state.getCorrected();
    }

    /// The state of the fetch as this version keeps it: which events were taken back is known of
    /// the events themselves.
    public FetchState adopted(UUID fetch, FetchState state) {
        if (state.getTakenBackEvents().isEmpty()) {
            return state;
        }
        for (String eventId : state.getTakenBackEvents()) {
            var _ =
                    countedEvents.takeBack(
                            CountedEvents.key(fetch, eventId), state.getOccurredAt());
        }
        state.setTakenBackEvents(List.of());
        state.setCorrected(true);
        fetches.put(fetch, state);
        return state;
    }

    /// To be called before the fetch's state or counted events change.
    void change(UUID fetch, FetchState state) {
        if (fetchToBefore.containsKey(fetch)) {
            return;
        }
        if (held > HELD_MAX) {
            settle();
        }
        List<CountedEvent> events = countedEvents.of(fetch, state.getTakenBack());
        held += events.size();
        fetchToBefore.put(fetch, new Before(FetchStateCodec.servedFetch(state), events));
    }

    /// Takes an event of the fetch back. One that counts nowhere has nothing to be taken back.
    public void takeBack(UUID fetch, FetchState state, EventType type, String eventId, Instant at) {
        Bytes key = CountedEvents.key(fetch, eventId);
        boolean awaited = countedEvents.known(key) == CountedEvents.Known.NOTHING;
        if (awaited && (!FetchMatching.mayCount(state, type) || !EventRoom.isLeft(state, type))) {
            return;
        }
        change(fetch, state);
        if (countedEvents.takeBack(key, at) && !state.getCorrected()) {
            state.setCorrected(true);
            fetches.put(fetch, state);
        }
    }

    /// Takes the fetch itself back, and all of its events with it.
    public void takeBack(UUID fetch, FetchState state) {
        change(fetch, state);
        state.setTakenBack(true);
        fetches.put(fetch, state);
    }

    /// Makes the differences since the last time. Only to be called before a commit, and before
    /// each.
    public void settle() {
        Map<UUID, Before> changed = new LinkedHashMap<>(fetchToBefore);
        fetchToBefore.clear();
        held = 0;
        changed.forEach((fetch, before) -> PreCommitHook.part(fetch, () -> settle(fetch, before)));
    }

    private void settle(UUID fetch, Before before) {
        FetchState after = fetches.get(fetch);
        if (after != null) {
            sums.accept(
                    CorrectionFold.change(
                            before.served(),
                            before.events(),
                            countedEvents.of(fetch, after.getTakenBack())));
        }
    }

    private record Before(ServedFetch served, List<CountedEvent> events) {}
}
