package io.interlude.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.flow.FlowNode;
import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.flow.FlowStep;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A flow as the product holds events against it: an event that an executor reports must be
/// accepted, and may hold nothing but ids of the flow.
final class ServedFlow {
    private static final Set<String> REASONS =
            Set.of("user_exit", "no_match", "timeout", "unsupported_spec");
    private static final Map<String, Set<String>> TYPE_TO_KEYS =
            Map.of(
                    "node_visit", Set.of("nodeId"),
                    "choice_tap", Set.of("nodeId", "choiceId"),
                    "nlu_match", Set.of("nodeId", "intent"),
                    "flow_complete", Set.of("terminalNodeId", "turns"),
                    "flow_abandon", Set.of("lastNodeId", "turns", "reason"),
                    "handoff_click", Set.of("nodeId", "handoffKind"));

    private final FlowOutline outline;
    private final Set<String> ids = new HashSet<>();

    ServedFlow(JsonNode flow) {
        Map<String, FlowNode> nodes = new HashMap<>();
        for (JsonNode node : flow.path("nodes")) {
            nodes.putIfAbsent(node.path("id").asString(""), node(node));
        }
        outline = new FlowOutline(nodes);
        ids.addAll(nodes.keySet());
        for (JsonNode node : flow.path("nodes")) {
            ids.addAll(names(node, "choices", "id"));
            ids.addAll(names(node, "intents", "intent"));
        }
    }

    private static FlowNode node(JsonNode node) {
        String kind = node.path("action").path("kind").asString("");
        return switch (node.path("type").asString("")) {
            case "choice-set" ->
                    new FlowNode.ChoiceSet(
                            names(node, "choices", "id"), names(node, "intents", "intent"));
            case "action" ->
                    new FlowNode.Action(
                            kind.equals("handoff"),
                            !kind.equals("conversion") || !node.has("next"));
            default -> new FlowNode.Message();
        };
    }

    private static Set<String> names(JsonNode node, String list, String field) {
        return node.path(list)
                .valueStream()
                .map(item -> item.path(field).asString(""))
                .collect(Collectors.toSet());
    }

    /// Checks a step as it was played: its events fit the flow, and neither they nor the state can
    /// hold a word that was typed.
    void check(JsonNode step) {
        for (JsonNode event : step.get("events")) {
            JsonNode data = event.get("eventData");
            String type = event.get("eventType").stringValue();
            assertThat(outline.mismatch(read(type, data))).as("%s", event).isEmpty();
            assertThat(keys(data)).as("%s", event).isEqualTo(expectedKeys(type, data));
            data.properties().forEach(entry -> checkValue(entry.getKey(), entry.getValue()));
        }
        assertThat(keys(step.get("state")))
                .isSubsetOf("nodeId", "turns", "misses", "ended", "reason")
                .contains("nodeId", "turns", "misses", "ended");
        step.get("state").properties().forEach(e -> checkValue(e.getKey(), e.getValue()));
    }

    private static Set<String> keys(JsonNode json) {
        return json.properties().stream().map(Map.Entry::getKey).collect(Collectors.toSet());
    }

    private static Set<String> expectedKeys(String type, JsonNode data) {
        Set<String> keys = TYPE_TO_KEYS.getOrDefault(type, Set.of());
        boolean neverRun =
                type.equals("flow_abandon")
                        && data.get("reason").stringValue().equals("unsupported_spec")
                        && data.get("turns").intValue() == 0;
        return neverRun && !data.has("lastNodeId") ? Set.of("turns", "reason") : keys;
    }

    private void checkValue(String key, JsonNode value) {
        switch (key) {
            case "turns", "misses" -> assertThat(value.isIntegralNumber()).isTrue();
            case "reason" -> assertThat(REASONS).contains(value.stringValue());
            case "handoffKind" -> assertThat(value.stringValue()).isEqualTo("url");
            case "ended" ->
                    assertThat(
                                    value.isNull()
                                            || List.of("complete", "abandon")
                                                    .contains(value.stringValue()))
                            .isTrue();
            default -> assertThat(value.isNull() || ids.contains(value.stringValue())).isTrue();
        }
    }

    private static FlowStep read(String type, JsonNode data) {
        Function<String, @Nullable String> text = key -> data.path(key).asStringOpt().orElse(null);
        String nodeId = data.path("nodeId").asString("");
        return switch (type) {
            case "node_visit" -> new FlowStep.NodeVisited(nodeId);
            case "choice_tap" ->
                    new FlowStep.ChoiceTapped(nodeId, data.get("choiceId").stringValue());
            case "nlu_match" ->
                    new FlowStep.IntentMatched(nodeId, data.get("intent").stringValue());
            case "flow_complete" ->
                    new FlowStep.Completed(data.get("terminalNodeId").stringValue());
            case "flow_abandon" -> new FlowStep.Abandoned(text.apply("lastNodeId"));
            case "handoff_click" -> new FlowStep.HandoffClicked(nodeId);
            default -> throw new IllegalArgumentException("unknown event type: " + type);
        };
    }
}
