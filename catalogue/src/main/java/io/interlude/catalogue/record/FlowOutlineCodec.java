package io.interlude.catalogue.record;

import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.flow.FlowNode;
import io.interlude.domain.flow.FlowOutline;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// The outline of what a creative shows. Reads flows of any age: a node that it does not understand
/// can be visited and nothing else, and a text that is no flow has no nodes.
public final class FlowOutlineCodec {
    private static final FlowNode MESSAGE = new FlowNode.Message();

    private FlowOutlineCodec() {}

    public static FlowOutline of(CreativeContent content) {
        return switch (content) {
            case CreativeContent.Card _ -> FlowOutline.NONE;
            case CreativeContent.Flow flow -> ofJson(flow.json());
        };
    }

    private static FlowOutline ofJson(String json) {
        Map<String, FlowNode> idToNode = new HashMap<>();
        for (JsonNode node : FlowCodec.parsed(json).path("nodes")) {
            if (node.path("id").isString()) {
                idToNode.putIfAbsent(node.path("id").stringValue(), node(node));
            }
        }
        return new FlowOutline(idToNode);
    }

    private static FlowNode node(JsonNode node) {
        return switch (node.path("type").asString("")) {
            case "choice-set" ->
                    new FlowNode.ChoiceSet(
                            texts(node.path("choices"), "id"),
                            texts(node.path("intents"), "intent"));
            case "action" -> action(node);
            default -> MESSAGE;
        };
    }

    /// Only after a conversion can a flow go on.
    private static FlowNode action(JsonNode node) {
        String kind = node.path("action").path("kind").asString("");
        boolean goesOn = kind.equals("conversion") && node.hasNonNull("next");
        return new FlowNode.Action(kind.equals("handoff"), !goesOn);
    }

    private static Set<String> texts(JsonNode items, String field) {
        return items.valueStream()
                .map(item -> item.path(field))
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .collect(Collectors.toSet());
    }
}
