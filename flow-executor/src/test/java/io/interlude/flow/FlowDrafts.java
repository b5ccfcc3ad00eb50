package io.interlude.flow;

import io.interlude.domain.flow.FlowDraft;
import io.interlude.domain.flow.FlowDraft.Branch;
import io.interlude.domain.flow.FlowDraft.Kind;
import io.interlude.domain.flow.FlowDraft.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Flows as the domain's rules take them.
final class FlowDrafts {
    private FlowDrafts() {}

    static FlowDraft of(JsonNode flow) {
        List<Node> nodes = flow.path("nodes").valueStream().map(FlowDrafts::node).toList();
        return new FlowDraft(text(flow, "entryNodeId"), nodes);
    }

    private static Node node(JsonNode node) {
        return new Node(
                text(node, "id"),
                kind(node),
                node.has("next"),
                text(node, "next"),
                branches(node.path("choices"), "id"),
                branches(node.path("intents"), "intent"),
                text(node, "noMatchTarget"));
    }

    private static Kind kind(JsonNode node) {
        String type = node.path("type").asString("");
        return switch (type) {
            case "message" -> Kind.MESSAGE;
            case "choice-set" -> Kind.CHOICE_SET;
            default ->
                    Kind.valueOf(
                            node.path("action").path("kind").asString().toUpperCase(Locale.ROOT));
        };
    }

    private static List<Branch> branches(JsonNode list, String name) {
        List<Branch> branches = new ArrayList<>();
        for (JsonNode item : list) {
            branches.add(new Branch(branches.size(), text(item, name), text(item, "target")));
        }
        return branches;
    }

    private static @Nullable String text(JsonNode json, String field) {
        JsonNode value = json.get(field);
        return value == null ? null : value.stringValue();
    }
}
