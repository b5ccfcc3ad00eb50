package io.interlude.aggregate.matching;

import io.interlude.domain.matching.Contribution;
import io.interlude.domain.matching.FetchEvent;
import io.interlude.domain.matching.FetchProgress;
import io.interlude.domain.matching.Matched;
import io.interlude.domain.matching.MatchingFold;
import io.interlude.schema.FetchState;
import java.util.List;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.utils.Bytes;

/// Applies an event to the fetch that it belongs to, once.
public final class FetchMatching {
    private final Fetches fetches;
    private final CountedEvents countedEvents;

    public FetchMatching(Fetches fetches, CountedEvents countedEvents) {
        this.fetches = fetches;
        this.countedEvents = countedEvents;
    }

    /// What the event adds to the counts. Nothing is written before the event is understood.
    public List<Contribution> match(
            UUID fetch, FetchState state, EventMetadata metadata, SpecificRecord event) {
        Bytes key = CountedEvents.key(fetch, metadata.eventId());
        if (metadata.test() || state.getTest() || countedEvents.contains(key)) {
            return List.of();
        }
        FetchProgress before = FetchStateCodec.progress(state);
        FetchEvent understood = FetchEventCodec.toDomain(event, state.getCurrency());
        Matched matched =
                MatchingFold.matched(FetchStateCodec.servedFetch(state), before, understood);
        if (!matched.progress().equals(before)) {
            FetchStateCodec.setProgress(state, matched.progress());
            fetches.put(fetch, state);
        }
        if (!matched.contributions().isEmpty()) {
            countedEvents.add(key);
        }
        return matched.contributions();
    }
}
