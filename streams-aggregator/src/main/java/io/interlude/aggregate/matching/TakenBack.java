package io.interlude.aggregate.matching;

import io.interlude.domain.matching.Contribution;
import io.interlude.domain.matching.CorrectionFold;
import io.interlude.domain.matching.CountedEvent;
import io.interlude.schema.FetchState;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;

/// Keeps the counts of fetches right of which something was taken back: whatever changes of such a
/// fetch, its events are folded anew and the difference is the correction. See [CorrectionFold].
public final class TakenBack {
    private final CountedEvents countedEvents;

    public TakenBack(CountedEvents countedEvents) {
        this.countedEvents = countedEvents;
    }

    /// Makes a change of the fetch's state or of its counted events.
    ///
    /// @param change gives the state after it, which may be the same object
    /// @return what that changes of what corrections changed
    public List<Contribution> around(UUID fetch, FetchState state, Supplier<FetchState> change) {
        List<CountedEvent> before = events(fetch, state);
        FetchState after = change.get();
        return CorrectionFold.change(
                FetchStateCodec.servedFetch(after), before, events(fetch, after));
    }

    /// Whether anything of the fetch was taken back.
    static boolean any(FetchState state) {
        return state.getTakenBack() || !state.getTakenBackEvents().isEmpty();
    }

    private List<CountedEvent> events(UUID fetch, FetchState state) {
        Set<Bytes> takenBack = new HashSet<>();
        state.getTakenBackEvents()
                .forEach(eventId -> takenBack.add(CountedEvents.key(fetch, eventId)));
        return countedEvents.of(fetch, key -> state.getTakenBack() || takenBack.contains(key));
    }
}
