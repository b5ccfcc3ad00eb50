package io.interlude.manage.flow;

import io.interlude.domain.flow.FlowDraft;
import io.interlude.domain.flow.FlowDraft.Branch;
import io.interlude.domain.flow.FlowDraft.Kind;
import io.interlude.domain.flow.FlowDraft.Node;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads the graph out of a flow's JSON, as far as it is there.
final class FlowDraftCodec {
    private FlowDraftCodec() {}

    static FlowDraft decode(JsonNode flow) {
        List<Node> nodes = new ArrayList<>();
        flow.path("nodes").forEach(node -> nodes.add(node(node)));
        return new FlowDraft(text(flow, "entryNodeId"), nodes);
    }

    private static Node node(JsonNode node) {
        Kind kind = kind(node);
        boolean asks = kind == Kind.CHOICE_SET;
        return new Node(
                text(node, "id"),
                kind,
                node.has("next"),
                text(node, "next"),
                asks ? branches(node.path("choices"), "id") : List.of(),
                asks ? branches(node.path("intents"), "intent") : List.of(),
                text(node, "noMatchTarget"));
    }

    private static Kind kind(JsonNode node) {
        return switch (node.path("type").asString("")) {
            case "message" -> Kind.MESSAGE;
            case "choice-set" -> Kind.CHOICE_SET;
            case "action" -> actionKind(node.path("action").path("kind").asString(""));
            default -> Kind.UNKNOWN;
        };
    }

    private static Kind actionKind(String kind) {
        return switch (kind) {
            case "link_out" -> Kind.LINK_OUT;
            case "conversion" -> Kind.CONVERSION;
            case "handoff" -> Kind.HANDOFF;
            case "end" -> Kind.END;
            default -> Kind.UNKNOWN;
        };
    }

    private static List<Branch> branches(JsonNode array, String idField) {
        List<Branch> branches = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            JsonNode branch = array.path(i);
            branches.add(new Branch(i, text(branch, idField), text(branch, "target")));
        }
        return branches;
    }

    private static @Nullable String text(JsonNode node, String name) {
        JsonNode value = node.path(name);
        return value.isString() ? value.stringValue() : null;
    }
}
