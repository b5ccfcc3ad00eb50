package io.interlude.domain.flow;

import org.jspecify.annotations.Nullable;

/// A step that the executor of a flow reports (the specification's 6.2), as far as the flow can
/// confirm it.
public sealed interface FlowStep {
    /// A node was presented.
    record NodeVisited(String nodeId) implements FlowStep {}

    /// A choice was tapped or numbered.
    record ChoiceTapped(String nodeId, String choiceId) implements FlowStep {}

    /// Free text matched an intent.
    record IntentMatched(String nodeId, String intent) implements FlowStep {}

    /// A terminal action was reached.
    record Completed(String terminalNodeId) implements FlowStep {}

    /// The executor left early.
    ///
    /// @param lastNodeId null when the flow was never run
    record Abandoned(@Nullable String lastNodeId) implements FlowStep {}

    /// The hand-off was activated.
    record HandoffClicked(String nodeId) implements FlowStep {}
}
