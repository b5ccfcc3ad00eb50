package io.interlude.aggregate.matching;

import io.interlude.domain.flow.FlowMismatch;
import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.flow.FlowStep;
import io.interlude.domain.matching.Contribution;
import io.interlude.domain.matching.FetchEvent;
import io.interlude.domain.matching.FetchProgress;
import io.interlude.domain.matching.Matched;
import io.interlude.domain.matching.MatchingFold;
import io.interlude.domain.matching.OrderKey;
import io.interlude.domain.matching.ServedFetch;
import io.interlude.journal.record.EventBounds;
import io.interlude.journal.record.EventKind;
import io.interlude.journal.record.FetchEventCodec;
import io.interlude.journal.record.FlowStepCodec;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.CountedEvent;
import io.interlude.schema.EventType;
import io.interlude.schema.FetchState;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.RenderFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.common.utils.Bytes;

/// Applies an event to the fetch that it belongs to, once.
public final class FetchMatching {
    /// Orders of one fetch that count for others, at most: each of its conversions names one, and
    /// may be for several goals.
    private static final int ORDERS_MAX = 10 * EventBounds.EVENTS_OF_FETCH_MAX;

    private final Fetches fetches;
    private final CountedEvents countedEvents;
    private final ServedFlows flows;
    private final CorrectedFetches corrected;

    public FetchMatching(
            Fetches fetches,
            CountedEvents countedEvents,
            CorrectedFetches corrected,
            ServedFlows flows) {
        this.fetches = fetches;
        this.countedEvents = countedEvents;
        this.corrected = corrected;
        this.flows = flows;
    }

    /// What becomes of the event. Nothing is written before the event is understood.
    ///
    /// @param offset in its topic
    public MatchOutcome match(UUID fetch, FetchState state, JournalEvent event, long offset) {
        Bytes key = CountedEvents.key(fetch, event.getEventId());
        CountedEvents.Known known = countedEvents.known(key);
        if (known == CountedEvents.Known.EVENT) {
            return MatchOutcome.Applied.NOTHING;
        }
        EventType type = type(event);
        if (event instanceof FlowEventRecorded step) {
            FlowStep understood = FlowStepCodec.toDomain(step);
            Optional<FlowOutline> served = served(state);
            if (served.isEmpty()) {
                return new MatchOutcome.AwaitsFlow(ServedVersion.of(state));
            }
            Optional<FlowMismatch> mismatch = served.get().mismatch(understood);
            if (mismatch.isPresent()) {
                if (EventQuota.isLeft(state, type)) {
                    EventQuota.take(state, type);
                    fetches.put(fetch, state);
                    countedEvents.add(key);
                }
                return new MatchOutcome.Unmatched(mismatch.get());
            }
        }
        if (event.getTest() || state.getTest()) {
            return MatchOutcome.Applied.NOTHING;
        }
        FetchEvent understood = FetchEventCodec.toDomain(event, state.getCurrency());
        if (!mayCount(state, type)) {
            return MatchOutcome.Applied.NOTHING;
        }
        if (!EventQuota.isLeft(state, type)) {
            return new MatchOutcome.TooMany();
        }
        CountedEvent counted = CountedEventCodec.toAvro(type, understood, offset);
        counted.setTakenBack(known == CountedEvents.Known.TAKEN_BACK);
        return applied(fetch, state, key, understood, counted);
    }

    private static EventType type(JournalEvent event) {
        return switch (event) {
            case ClickRecorded _ -> EventType.click;
            case ConversionRecorded _ -> EventType.conversion;
            default -> event.getEventType();
        };
    }

    private Optional<FlowOutline> served(FetchState state) {
        return state.getFormat() == RenderFormat.flow
                ? flows.outline(ServedVersion.of(state))
                : Optional.of(FlowOutline.NONE);
    }

    private MatchOutcome applied(
            UUID fetch, FetchState state, Bytes key, FetchEvent event, CountedEvent counted) {
        ServedFetch served = FetchStateCodec.servedFetch(state);
        FetchProgress before = FetchStateCodec.progress(state);
        boolean matters = served.conversions().matters(event);
        if (matters) {
            before = before.withHistory(history(fetch, served, state));
            served = served.withOrdersElsewhere(countedEvents.movedOrders().of(fetch));
        }
        Matched matched = MatchingFold.matched(served, before, event);
        boolean ordered = matched.progress().history().stream().anyMatch(FetchMatching::namesOrder);
        if (ordered || CorrectedFetches.any(state)) {
            corrected.change(fetch, state);
        }
        if (!matched.progress().equals(before)) {
            FetchStateCodec.setProgress(state, matched.progress());
        }
        EventQuota.take(state, counted.getEventType());
        fetches.put(fetch, state);
        corrected.add(fetch, key, counted);
        if (matters) {
            countedEvents.judged().add(fetch, before.history().size(), counted);
        }
        return new MatchOutcome.Applied(matched.contributions());
    }

    private static boolean namesOrder(FetchEvent event) {
        return event instanceof FetchEvent.Converted conversion && conversion.orderId() != null;
    }

    /// What it changes of the fetch that an order counts for another one, or does so no more.
    public List<Contribution> orderMoved(UUID fetch, FetchState state, CorrectionRecorded told) {
        OrderKey order = new OrderKey(String.valueOf(told.getOrderKey()));
        boolean elsewhere = told.getOrderElsewhere();
        Set<OrderKey> before = countedEvents.movedOrders().of(fetch);
        boolean full = elsewhere && before.size() >= ORDERS_MAX;
        if (full || before.contains(order) == elsewhere) {
            return List.of();
        }
        corrected.change(fetch, state);
        countedEvents.movedOrders().set(fetch, order, elsewhere);
        ServedFetch served = FetchStateCodec.servedFetch(state);
        return MatchingFold.ordersMoved(
                served.withOrdersElsewhere(before),
                served.withOrdersElsewhere(countedEvents.movedOrders().of(fetch)),
                history(fetch, served, state));
    }

    /// What conversions of the fetch are judged by, taken back or not.
    private List<FetchEvent> history(UUID fetch, ServedFetch served, FetchState state) {
        return countedEvents.judged().of(fetch, served, state).history();
    }

    /// Whether events of the type may be in some count. A step that engages nothing now does so
    /// once an earlier one is taken back.
    static boolean mayCount(FetchState state, EventType type) {
        return switch (EventKind.of(type)) {
            case DELIVERY, CLICK, CONVERSION, FEEDBACK -> true;
            case FLOW_STEP -> FetchEventCodec.engaging(type);
            case CUSTOM -> state.getCountsNames();
            case FETCH, NO_FILL, UNKNOWN -> false;
        };
    }
}
