package io.interlude.domain.flow;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The graph of a flow as its author wrote it, finished or not. Parts that are absent or of the
/// wrong type are null or left out: the schema tells of those.
///
/// @param entryNodeId id of the node to start with
/// @param nodes in the author's order
public record FlowDraft(@Nullable String entryNodeId, List<Node> nodes) {
    public FlowDraft {
        nodes = List.copyOf(nodes);
    }

    /// The kind of a node.
    public enum Kind {
        MESSAGE(true),
        CHOICE_SET(true),
        LINK_OUT(false),
        CONVERSION(false),
        HANDOFF(false),
        END(false),
        /// Of an unknown type or action kind.
        UNKNOWN(false);

        private final boolean turn;

        Kind(boolean turn) {
            this.turn = turn;
        }

        /// True for a turn that the user sees, for the depth of a flow.
        boolean isTurn() {
            return turn;
        }
    }

    /// One node.
    ///
    /// @param nextGiven true if there is a `next` at all, readable or not
    /// @param choices labelled edges, empty but for a choice-set
    /// @param intents natural-language edges, empty but for a choice-set
    public record Node(
            @Nullable String id,
            Kind kind,
            boolean nextGiven,
            @Nullable String next,
            List<Branch> choices,
            List<Branch> intents,
            @Nullable String noMatchTarget) {
        public Node {
            choices = List.copyOf(choices);
            intents = List.copyOf(intents);
        }
    }

    /// A choice or an intent.
    ///
    /// @param id id of the choice, or name of the intent
    /// @param index its place in the list that it was read from
    public record Branch(int index, @Nullable String id, @Nullable String target) {}
}
