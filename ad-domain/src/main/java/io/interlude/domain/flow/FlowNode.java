package io.interlude.domain.flow;

import java.util.Set;

/// The steps that can happen at a node of a flow.
public sealed interface FlowNode {
    /// Text that leads on by itself.
    record Message() implements FlowNode {}

    /// A question with its answers.
    ///
    /// @param choiceIds answers that can be tapped
    /// @param intents ids of the intents that free text can match
    record ChoiceSet(Set<String> choiceIds, Set<String> intents) implements FlowNode {
        public ChoiceSet {
            choiceIds = Set.copyOf(choiceIds);
            intents = Set.copyOf(intents);
        }
    }

    /// Something to do.
    ///
    /// @param handoff whether it leads to the advertiser's own conversation
    /// @param terminal whether the flow ends here
    record Action(boolean handoff, boolean terminal) implements FlowNode {}
}
