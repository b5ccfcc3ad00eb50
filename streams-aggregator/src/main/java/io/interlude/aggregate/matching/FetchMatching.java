package io.interlude.aggregate.matching;

import io.interlude.domain.flow.FlowMismatch;
import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.flow.FlowStep;
import io.interlude.domain.matching.Contribution;
import io.interlude.domain.matching.FetchEvent;
import io.interlude.domain.matching.FetchProgress;
import io.interlude.domain.matching.Matched;
import io.interlude.domain.matching.MatchingFold;
import io.interlude.kit.matching.EventMetadata;
import io.interlude.kit.matching.FetchEventCodec;
import io.interlude.kit.matching.FlowStepCodec;
import io.interlude.schema.CountedEvent;
import io.interlude.schema.FetchState;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.RenderFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.utils.Bytes;

/// Applies an event to the fetch that it belongs to, once.
public final class FetchMatching {
    private final Fetches fetches;
    private final CountedEvents countedEvents;
    private final ServedFlows flows;
    private final TakenBack takenBack;

    public FetchMatching(Fetches fetches, CountedEvents countedEvents, ServedFlows flows) {
        this.fetches = fetches;
        this.countedEvents = countedEvents;
        this.flows = flows;
        takenBack = new TakenBack(countedEvents);
    }

    /// What becomes of the event. Nothing is written before the event is understood.
    ///
    /// @param offset in its topic
    public MatchOutcome match(
            UUID fetch,
            FetchState state,
            EventMetadata metadata,
            SpecificRecord event,
            long offset) {
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
                : applied(fetch, state, key, event, offset);
    }

    private Optional<FlowOutline> served(FetchState state) {
        return state.getFormat() == RenderFormat.flow
                ? flows.outline(ServedVersion.of(state))
                : Optional.of(FlowOutline.NONE);
    }

    private MatchOutcome applied(
            UUID fetch, FetchState state, Bytes key, SpecificRecord event, long offset) {
        FetchProgress before = FetchStateCodec.progress(state);
        FetchEvent understood = FetchEventCodec.toDomain(event, state.getCurrency());
        Matched matched =
                MatchingFold.matched(FetchStateCodec.servedFetch(state), before, understood);
        if (!matched.progress().equals(before)) {
            FetchStateCodec.setProgress(state, matched.progress());
            fetches.put(fetch, state);
        }
        if (!mayCount(understood)) {
            return MatchOutcome.Applied.NOTHING;
        }
        CountedEvent counted =
                CountedEventCodec.toAvro(EventMetadata.of(event).eventType(), understood, offset);
        if (!TakenBack.any(state)) {
            countedEvents.add(key, counted);
            return new MatchOutcome.Applied(matched.contributions());
        }
        List<Contribution> contributions = new ArrayList<>(matched.contributions());
        contributions.addAll(
                takenBack.around(
                        fetch,
                        state,
                        () -> {
                            countedEvents.add(key, counted);
                            return state;
                        }));
        return new MatchOutcome.Applied(contributions);
    }

    /// A step that engages nothing now does so once an earlier one is taken back.
    private static boolean mayCount(FetchEvent event) {
        return switch (event) {
            case FetchEvent.FlowStepped step -> step.engaging();
            case FetchEvent.CustomReported _ -> false;
            case FetchEvent.Delivered _, FetchEvent.Clicked _, FetchEvent.Converted _ -> true;
        };
    }
}
