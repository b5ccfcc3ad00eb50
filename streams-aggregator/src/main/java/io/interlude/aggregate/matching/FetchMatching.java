package io.interlude.aggregate.matching;

import io.interlude.domain.flow.FlowMismatch;
import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.flow.FlowStep;
import io.interlude.domain.matching.FetchEvent;
import io.interlude.domain.matching.FetchProgress;
import io.interlude.domain.matching.Matched;
import io.interlude.domain.matching.MatchingFold;
import io.interlude.schema.FetchState;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.RenderFormat;
import java.util.Optional;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.utils.Bytes;

/// Applies an event to the fetch that it belongs to, once.
public final class FetchMatching {
    private final Fetches fetches;
    private final CountedEvents countedEvents;
    private final ServedFlows flows;

    public FetchMatching(Fetches fetches, CountedEvents countedEvents, ServedFlows flows) {
        this.fetches = fetches;
        this.countedEvents = countedEvents;
        this.flows = flows;
    }

    /// What becomes of the event. Nothing is written before the event is understood.
    public MatchOutcome match(
            UUID fetch, FetchState state, EventMetadata metadata, SpecificRecord event) {
        Bytes key = CountedEvents.key(fetch, metadata.eventId());
        if (countedEvents.contains(key)) {
            return MatchOutcome.Applied.NOTHING;
        }
        if (event instanceof FlowEventRecorded step) {
            FlowStep understood = FlowStepCodec.toDomain(step);
            Optional<FlowOutline> served = served(state);
            if (served.isEmpty()) {
                return new MatchOutcome.AwaitsFlow(ServedVersion.of(state));
            }
            Optional<FlowMismatch> mismatch = served.get().mismatch(understood);
            if (mismatch.isPresent()) {
                countedEvents.add(key);
                return new MatchOutcome.Unmatched(mismatch.get());
            }
        }
        return metadata.test() || state.getTest()
                ? MatchOutcome.Applied.NOTHING
                : applied(fetch, state, key, event);
    }

    private Optional<FlowOutline> served(FetchState state) {
        return state.getFormat() == RenderFormat.flow
                ? flows.outline(ServedVersion.of(state))
                : Optional.of(FlowOutline.NONE);
    }

    private MatchOutcome applied(UUID fetch, FetchState state, Bytes key, SpecificRecord event) {
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
        return new MatchOutcome.Applied(matched.contributions());
    }
}
