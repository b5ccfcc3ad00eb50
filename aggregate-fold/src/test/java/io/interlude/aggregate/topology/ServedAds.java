package io.interlude.aggregate.topology;

import io.interlude.aggregate.matching.ServedFlows;
import io.interlude.aggregate.matching.ServedVersion;
import io.interlude.domain.flow.FlowNode.Action;
import io.interlude.domain.flow.FlowNode.ChoiceSet;
import io.interlude.domain.flow.FlowNode.Message;
import io.interlude.domain.flow.FlowOutline;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A catalogue in which every creative is one small flow, once it has been read.
public final class ServedAds implements ServedFlows {
    /// Every step of the flow.
    static final Set<String> STEPS =
            Set.of(
                    "node_visit hello",
                    "node_visit ask",
                    "node_visit join",
                    "node_visit shop",
                    "node_visit chat",
                    "choice_tap ask yes",
                    "choice_tap ask no",
                    "nlu_match ask later",
                    "flow_complete shop",
                    "flow_complete chat",
                    "flow_abandon hello",
                    "flow_abandon ask",
                    "flow_abandon join",
                    "flow_abandon shop",
                    "flow_abandon chat",
                    "handoff_click chat");

    private static final FlowOutline FLOW =
            new FlowOutline(
                    Map.of(
                            "hello", new Message(),
                            "ask", new ChoiceSet(Set.of("yes", "no"), Set.of("later")),
                            "join", new Action(false, false),
                            "shop", new Action(false, true),
                            "chat", new Action(true, true)));

    /// Whether the catalogue has been read.
    boolean read = true;

    @Override
    public Optional<FlowOutline> outline(ServedVersion version) {
        return read ? Optional.of(FLOW) : Optional.empty();
    }
}
