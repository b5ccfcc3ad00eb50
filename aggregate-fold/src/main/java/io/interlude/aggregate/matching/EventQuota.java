package io.interlude.aggregate.matching;

import io.interlude.journal.record.EventBounds;
import io.interlude.journal.record.EventKind;
import io.interlude.schema.EventType;
import io.interlude.schema.FetchState;

/// The events of a kind that a fetch still takes, see [EventBounds#EVENTS_OF_FETCH_MAX]. The events
/// of one topic are of one kind: so the order of the topic tells which are too many, and not the
/// order in which topics are read.
final class EventQuota {
    private EventQuota() {}

    /// True if the fetch takes one more. One that is kept nowhere always has room.
    static boolean isLeft(FetchState state, EventType type) {
        int judged =
                switch (EventKind.of(type)) {
                    case DELIVERY -> state.getJudgedDeliveries();
                    case CLICK -> state.getJudgedClicks();
                    case CONVERSION -> state.getJudgedConversions();
                    case FLOW_STEP -> state.getJudgedFlowEvents();
                    case FEEDBACK -> state.getJudgedFeedback();
                    case CUSTOM -> state.getJudgedCustomEvents();
                    case FETCH, NO_FILL, UNKNOWN -> 0;
                };
        return judged < EventBounds.EVENTS_OF_FETCH_MAX;
    }

    /// Counts one more in the state.
    static void take(FetchState state, EventType type) {
        switch (EventKind.of(type)) {
            case DELIVERY -> state.setJudgedDeliveries(state.getJudgedDeliveries() + 1);
            case CLICK -> state.setJudgedClicks(state.getJudgedClicks() + 1);
            case CONVERSION -> state.setJudgedConversions(state.getJudgedConversions() + 1);
            case FLOW_STEP -> state.setJudgedFlowEvents(state.getJudgedFlowEvents() + 1);
            case FEEDBACK -> state.setJudgedFeedback(state.getJudgedFeedback() + 1);
            case CUSTOM -> state.setJudgedCustomEvents(state.getJudgedCustomEvents() + 1);
            case FETCH, NO_FILL, UNKNOWN -> {
                // Nothing is kept of it.
            }
        }
    }
}
