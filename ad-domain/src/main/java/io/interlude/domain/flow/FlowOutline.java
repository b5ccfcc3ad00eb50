package io.interlude.domain.flow;

import io.interlude.domain.flow.FlowNode.Action;
import io.interlude.domain.flow.FlowNode.ChoiceSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A flow without its copy and its edges: its nodes, and what can happen at each. Enough to tell
/// whether a reported step belongs to it. Whether the nodes were reached in an order that the edges
/// allow is not asked: events come late, twice and out of order.
public record FlowOutline(Map<String, FlowNode> idToNode) {
    /// Of an ad that is no flow.
    public static final FlowOutline NONE = new FlowOutline(Map.of());

    private static final String NODE_ID = "eventData.nodeId";

    public FlowOutline {
        idToNode = Map.copyOf(idToNode);
    }

    /// Why the step cannot have happened here; empty when it can.
    public Optional<FlowMismatch> mismatch(FlowStep step) {
        if (idToNode.isEmpty()) {
            return Optional.of(FlowMismatch.NO_FLOW);
        }
        return Optional.ofNullable(
                switch (step) {
                    case FlowStep.NodeVisited visited -> visit(visited.nodeId(), NODE_ID);
                    case FlowStep.ChoiceTapped tapped -> tap(tapped);
                    case FlowStep.IntentMatched matched -> match(matched);
                    case FlowStep.Completed completed -> complete(completed.terminalNodeId());
                    case FlowStep.Abandoned abandoned -> abandon(abandoned.lastNodeId());
                    case FlowStep.HandoffClicked clicked -> handOff(clicked.nodeId());
                });
    }

    private @Nullable FlowMismatch visit(String nodeId, String field) {
        return idToNode.containsKey(nodeId)
                ? null
                : new FlowMismatch(field, "The flow that was served has no such node.");
    }

    private @Nullable FlowMismatch tap(FlowStep.ChoiceTapped tapped) {
        return answer(
                tapped.nodeId(),
                choices(tapped.nodeId()).contains(tapped.choiceId()),
                new FlowMismatch("eventData.choiceId", "The node has no such choice."));
    }

    private @Nullable FlowMismatch match(FlowStep.IntentMatched matched) {
        return answer(
                matched.nodeId(),
                intents(matched.nodeId()).contains(matched.intent()),
                new FlowMismatch("eventData.intent", "The node has no such intent."));
    }

    private @Nullable FlowMismatch answer(String nodeId, boolean offered, FlowMismatch otherwise) {
        if (offered) {
            return null;
        }
        FlowMismatch unknown = visit(nodeId, NODE_ID);
        if (unknown != null) {
            return unknown;
        }
        return idToNode.get(nodeId) instanceof ChoiceSet
                ? otherwise
                : new FlowMismatch(NODE_ID, "The node is not a choice-set.");
    }

    private Set<String> choices(String nodeId) {
        return idToNode.get(nodeId) instanceof ChoiceSet(Set<String> choiceIds, _)
                ? choiceIds
                : Set.of();
    }

    private Set<String> intents(String nodeId) {
        return idToNode.get(nodeId) instanceof ChoiceSet(_, Set<String> intents)
                ? intents
                : Set.of();
    }

    private @Nullable FlowMismatch complete(String nodeId) {
        String field = "eventData.terminalNodeId";
        if (idToNode.get(nodeId) instanceof Action(_, boolean terminal) && terminal) {
            return null;
        }
        FlowMismatch unknown = visit(nodeId, field);
        return unknown != null
                ? unknown
                : new FlowMismatch(field, "The flow does not end at this node.");
    }

    private @Nullable FlowMismatch abandon(@Nullable String nodeId) {
        return nodeId == null ? null : visit(nodeId, "eventData.lastNodeId");
    }

    private @Nullable FlowMismatch handOff(String nodeId) {
        if (idToNode.get(nodeId) instanceof Action(boolean handoff, _) && handoff) {
            return null;
        }
        FlowMismatch unknown = visit(nodeId, NODE_ID);
        return unknown != null
                ? unknown
                : new FlowMismatch(NODE_ID, "The node is not a hand-off action.");
    }
}
