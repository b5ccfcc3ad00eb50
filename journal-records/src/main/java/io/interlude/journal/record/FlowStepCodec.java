package io.interlude.journal.record;

import io.interlude.domain.flow.FlowStep;
import io.interlude.schema.FlowEventRecorded;
import org.jspecify.annotations.Nullable;

/// Flow events of the journal as steps of a flow. What is not readable is an
/// [IllegalArgumentException].
public final class FlowStepCodec {
    private FlowStepCodec() {}

    public static FlowStep toDomain(FlowEventRecorded event) {
        return switch (event.getEventType()) {
            case node_visit -> new FlowStep.NodeVisited(present(event.getNodeId()));
            case choice_tap ->
                    new FlowStep.ChoiceTapped(
                            present(event.getNodeId()), present(event.getChoiceId()));
            case nlu_match ->
                    new FlowStep.IntentMatched(
                            present(event.getNodeId()), present(event.getIntent()));
            case flow_complete -> new FlowStep.Completed(present(event.getTerminalNodeId()));
            case flow_abandon -> new FlowStep.Abandoned(event.getLastNodeId());
            case handoff_click -> new FlowStep.HandoffClicked(present(event.getNodeId()));
            case UNKNOWN,
                    fetch,
                    no_fill,
                    send,
                    deliver,
                    read,
                    click,
                    conversion,
                    custom,
                    feedback ->
                    throw new IllegalArgumentException(
                            "not a step of a flow: " + event.getEventType());
        };
    }

    private static String present(@Nullable String id) {
        if (id == null) {
            throw new IllegalArgumentException("a flow event lacks an id");
        }
        return id;
    }
}
