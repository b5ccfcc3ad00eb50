package io.interlude.aggregate.matching;

import io.interlude.journal.matching.EventBounds;
import io.interlude.schema.EventType;
import io.interlude.schema.FetchState;

/// How many more events of a kind a fetch takes, see [EventBounds#EVENTS_OF_FETCH_MAX]. What is of
/// one topic is of one kind: then the order of the topic tells which events are too many, and not
/// the order in which topics are read.
final class EventRoom {
    private EventRoom() {}

    /// Whether the fetch takes one more. One that is kept nowhere always has room.
    static boolean isLeft(FetchState state, EventType type) {
        int judged =
                switch (type) {
                    case send, deliver, read -> state.getJudgedDeliveries();
                    case click -> state.getJudgedClicks();
                    case conversion -> state.getJudgedConversions();
                    case node_visit,
                            choice_tap,
                            nlu_match,
                            flow_complete,
                            flow_abandon,
                            handoff_click ->
                            state.getJudgedFlowEvents();
                    case feedback -> state.getJudgedFeedback();
                    case custom -> state.getJudgedCustomEvents();
                    case UNKNOWN, fetch, no_fill -> 0;
                };
        return judged < EventBounds.EVENTS_OF_FETCH_MAX;
    }

    /// Counts one more in the state.
    static void take(FetchState state, EventType type) {
        switch (type) {
            case send, deliver, read -> state.setJudgedDeliveries(state.getJudgedDeliveries() + 1);
            case click -> state.setJudgedClicks(state.getJudgedClicks() + 1);
            case conversion -> state.setJudgedConversions(state.getJudgedConversions() + 1);
            case node_visit, choice_tap, nlu_match, flow_complete, flow_abandon, handoff_click ->
                    state.setJudgedFlowEvents(state.getJudgedFlowEvents() + 1);
            case feedback -> state.setJudgedFeedback(state.getJudgedFeedback() + 1);
            case custom -> state.setJudgedCustomEvents(state.getJudgedCustomEvents() + 1);
            case UNKNOWN, fetch, no_fill -> {
                // Nothing is kept of it.
            }
        }
    }
}
