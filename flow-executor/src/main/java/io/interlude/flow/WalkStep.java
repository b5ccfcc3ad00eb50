package io.interlude.flow;

import java.util.List;

/// The result of an input.
///
/// @param state to be kept for the next input
/// @param present to be shown, in order
/// @param events to be reported in order, without waiting for the answers
public record WalkStep(WalkState state, List<Presented> present, List<FlowEvent> events) {
    public WalkStep {
        present = List.copyOf(present);
        events = List.copyOf(events);
    }
}
