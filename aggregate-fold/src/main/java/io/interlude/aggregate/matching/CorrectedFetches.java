package io.interlude.aggregate.matching;

import io.interlude.aggregate.order.ClaimedOrders;
import io.interlude.aggregate.state.PreCommitHook;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.matching.Contribution;
import io.interlude.domain.matching.CorrectionFold;
import io.interlude.domain.matching.CountedEvent;
import io.interlude.domain.matching.CountedFetch;
import io.interlude.domain.matching.OrderKey;
import io.interlude.domain.matching.ServedFetch;
import io.interlude.schema.EventType;
import io.interlude.schema.FetchState;
import io.interlude.schema.OrderClaim;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;

/// Keeps the counts of fetches right of which something was taken back: once a commit the events of
/// each such fetch that changed are folded anew, as they were and as they are, and the difference
/// is the correction. See [CorrectionFold]. However many events a correction takes back, their
/// fetch is folded a few times only, and read once: what changed of its events is held.
///
/// Fetches whose conversions name orders are looked at likewise: what changed of the orders that
/// they claim is told to where these are given to one fetch each, see [CountedFetch#claims].
public final class CorrectedFetches {
    /// Events that are held at most, about 10 MB; then the differences are made at once.
    private static final int HELD_MAX = 100_000;

    private final Fetches fetches;
    private final CountedEvents countedEvents;
    private final Consumer<List<Contribution>> sums;
    private final Consumer<OrderClaim> claims;
    private final Map<UUID, Before> fetchToBefore = new LinkedHashMap<>();
    private int held;

    /// A fetch as it was before it changed.
    private sealed interface Before {
        /// Nothing of it was taken back.
        ///
        /// @param counted with the events only that orders are claimed by
        record Uncorrected(CountedFetch counted) implements Before {}

        /// @param keyToValue what was kept of those of its events that changed
        record Corrected(ServedFetch served, boolean takenBack, Map<Bytes, byte[]> keyToValue)
                implements Before {}
    }

    /// @param sums takes the corrections
    /// @param claims takes what changed of the orders that fetches claim
    public CorrectedFetches(
            Fetches fetches,
            CountedEvents countedEvents,
            Consumer<List<Contribution>> sums,
            Consumer<OrderClaim> claims) {
        this.fetches = fetches;
        this.countedEvents = countedEvents;
        this.sums = sums;
        this.claims = claims;
    }

    /// Whether anything of the fetch was taken back.
    static boolean any(FetchState state) {
        return state.getTakenBack() || state.getCorrected();
    }

    /// The state of the fetch as this version keeps it: which events were taken back is known of
    /// the events themselves, and its orders that count for other ones are beside it.
    public FetchState adopted(UUID fetch, FetchState state) {
        if (state.getTakenBackEvents().isEmpty() && state.getOrdersElsewhere().isEmpty()) {
            return state;
        }
        for (String order : state.getOrdersElsewhere()) {
            countedEvents.movedOrders().set(fetch, new OrderKey(order), true);
        }
        state.setOrdersElsewhere(List.of());
        for (String eventId : state.getTakenBackEvents()) {
            var _ =
                    countedEvents.takeBack(
                            CountedEvents.key(fetch, eventId), state.getOccurredAt());
        }
        if (!state.getTakenBackEvents().isEmpty()) {
            state.setTakenBackEvents(List.of());
            state.setCorrected(true);
        }
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
        fetchToBefore.put(fetch, before(fetch, state));
        held++;
    }

    private Before before(UUID fetch, FetchState state) {
        ServedFetch served = served(fetch, state);
        if (any(state)) {
            return new Before.Corrected(served, state.getTakenBack(), new HashMap<>());
        }
        CountedFetch counted = countedEvents.judged().of(fetch, served, state);
        held += counted.counted().size();
        return new Before.Uncorrected(counted);
    }

    private ServedFetch served(UUID fetch, FetchState state) {
        return FetchStateCodec.servedFetch(state)
                .withOrdersElsewhere(countedEvents.movedOrders().of(fetch));
    }

    /// Adds an event of the fetch.
    void add(UUID fetch, Bytes key, io.interlude.schema.CountedEvent event) {
        hold(fetch, key);
        countedEvents.add(key, event);
    }

    /// To be called before what is kept of an event of the fetch changes.
    private void hold(UUID fetch, Bytes key) {
        if (fetchToBefore.get(fetch) instanceof Before.Corrected before
                && !before.keyToValue().containsKey(key)) {
            before.keyToValue().put(key, countedEvents.value(key));
            held++;
        }
    }

    /// Takes an event of the fetch back. One that counts nowhere has nothing to be taken back.
    public void takeBack(UUID fetch, FetchState state, EventType type, String eventId, Instant at) {
        Bytes key = CountedEvents.key(fetch, eventId);
        boolean awaited = countedEvents.known(key) == CountedEvents.Known.NOTHING;
        if (awaited && (!FetchMatching.mayCount(state, type) || !EventQuota.isLeft(state, type))) {
            return;
        }
        change(fetch, state);
        hold(fetch, key);
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
        FetchState state = fetches.get(fetch);
        if (state == null) {
            return;
        }
        ServedFetch served = served(fetch, state);
        // Without corrections there is nothing to fold anew, and only the orders are looked at.
        if (!any(state) && before instanceof Before.Uncorrected(CountedFetch counted)) {
            claim(fetch, counted, countedEvents.judged().of(fetch, served, state));
            return;
        }
        Map<Bytes, CountedEvent> keyToEvent = countedEvents.of(fetch);
        CountedFetch after = counted(served, keyToEvent, state.getTakenBack());
        CountedFetch then =
                switch (before) {
                    case Before.Uncorrected(CountedFetch counted) -> counted;
                    case Before.Corrected corrected -> then(corrected, keyToEvent);
                };
        if (after.isCorrected()) {
            sums.accept(CorrectionFold.change(then, after));
        }
        claim(fetch, then, after);
    }

    private void claim(UUID fetch, CountedFetch before, CountedFetch after) {
        ClaimedOrders.changes(new FetchId(fetch), before, after).forEach(claims);
    }

    /// @param keyToEventNow the events as they are
    private static CountedFetch then(
            Before.Corrected before, Map<Bytes, CountedEvent> keyToEventNow) {
        Map<Bytes, CountedEvent> keyToEvent = new LinkedHashMap<>(keyToEventNow);
        before.keyToValue()
                .forEach((key, value) -> {
                    CountedEvent event = CountedEvents.event(value);
                    if (event == null) {
                        keyToEvent.remove(key);
                    } else {
                        keyToEvent.put(key, event);
                    }
                });
        return counted(before.served(), keyToEvent, before.takenBack());
    }

    /// @param allTakenBack true if all of them are, since their fetch was taken back
    private static CountedFetch counted(
            ServedFetch served, Map<Bytes, CountedEvent> keyToEvent, boolean allTakenBack) {
        Collection<CountedEvent> events = keyToEvent.values();
        return new CountedFetch(
                served,
                allTakenBack
                        ? events.stream().map(CountedEvent::asTakenBack).toList()
                        : List.copyOf(events));
    }
}
