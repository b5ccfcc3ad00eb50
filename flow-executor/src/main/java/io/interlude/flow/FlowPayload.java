package io.interlude.flow;

import io.interlude.flow.PayloadNode.Choice;
import io.interlude.flow.PayloadNode.IntentEdge;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A flow as it was received, which may be anything. What is absent or of a wrong type is null or
/// left out; fields that are not known are not looked at. A text that is empty counts as absent.
record FlowPayload(Map<String, ? extends @Nullable Object> flow) {
    private static final Pattern KNOWN_VERSION = Pattern.compile("1(\\.[0-9]+)?");
    private static final Pattern WEB_ADDRESS =
            Pattern.compile("https?://", Pattern.CASE_INSENSITIVE);

    boolean hasKnownVersion() {
        String version = text(flow.get("specVersion"));
        return version != null && KNOWN_VERSION.matcher(version).matches();
    }

    @Nullable String disclosure() {
        return text(object(flow.get("metadata")).get("disclosureText"));
    }

    @Nullable String entryNodeId() {
        return text(flow.get("entryNodeId"));
    }

    /// The node of that id, the first of several; null when there is none or it is not sound.
    @Nullable PayloadNode node(@Nullable String nodeId) {
        Map<?, ?> node = rawNode(nodeId);
        if (nodeId == null || !(node.get("type") instanceof String type)) {
            return null;
        }
        return switch (type) {
            case "message" -> message(nodeId, node);
            case "choice-set" -> choiceSet(nodeId, node);
            case "action" -> action(nodeId, node);
            default -> null;
        };
    }

    /// The action of a node, empty when there is none.
    Map<?, ?> actionOf(String nodeId) {
        return object(rawNode(nodeId).get("action"));
    }

    private Map<?, ?> rawNode(@Nullable String nodeId) {
        for (Object item : list(flow.get("nodes"))) {
            if (nodeId != null && item instanceof Map<?, ?> node && nodeId.equals(node.get("id"))) {
                return node;
            }
        }
        return Map.of();
    }

    private static @Nullable PayloadNode message(String id, Map<?, ?> node) {
        String text = text(node.get("text"));
        return text == null
                ? null
                : new PayloadNode.Message(
                        id,
                        text,
                        text(node.get("smsText")),
                        text(node.get("imageUrl")),
                        text(node.get("imageAltText")),
                        text(node.get("next")));
    }

    private static @Nullable PayloadNode choiceSet(String id, Map<?, ?> node) {
        String prompt = text(node.get("prompt"));
        List<Choice> choices = readable(node.get("choices"), FlowPayload::choice);
        return prompt == null || choices.isEmpty()
                ? null
                : new PayloadNode.ChoiceSet(
                        id,
                        prompt,
                        text(node.get("smsPrompt")),
                        choices,
                        readable(node.get("intents"), FlowPayload::intent),
                        text(node.get("noMatchTarget")));
    }

    private static @Nullable Choice choice(Map<?, ?> choice) {
        String id = text(choice.get("id"));
        String label = text(choice.get("label"));
        return id == null || label == null
                ? null
                : new Choice(id, label, text(choice.get("target")));
    }

    private static @Nullable IntentEdge intent(Map<?, ?> intent) {
        String name = text(intent.get("intent"));
        if (name == null) {
            return null;
        }
        String description = Objects.requireNonNullElse(text(intent.get("description")), "");
        List<String> examples =
                list(intent.get("examples")).stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .toList();
        return new IntentEdge(new Intent(name, description, examples), text(intent.get("target")));
    }

    private static @Nullable PayloadNode action(String id, Map<?, ?> node) {
        String text = text(node.get("text"));
        Map<?, ?> action = object(node.get("action"));
        if (!(action.get("kind") instanceof String kind)) {
            return null;
        }
        return switch (kind) {
            case "link_out" -> link(id, false, text, action);
            case "handoff" -> link(id, true, text, action);
            case "conversion" -> new PayloadNode.Conversion(id, text, text(node.get("next")));
            case "end" -> new PayloadNode.End(id, text);
            default -> null;
        };
    }

    private static @Nullable PayloadNode link(
            String id, boolean handoff, @Nullable String text, Map<?, ?> action) {
        String label = text(action.get("label"));
        String url = text(action.get("url"));
        return label == null || url == null || !WEB_ADDRESS.matcher(url).lookingAt()
                ? null
                : new PayloadNode.LinkAction(id, handoff, text, label, url);
    }

    private static <T> List<T> readable(
            @Nullable Object items, Function<Map<?, ?>, @Nullable T> read) {
        return list(items).stream()
                .filter(Map.class::isInstance)
                .map(item -> read.apply((Map<?, ?>) item))
                .filter(Objects::nonNull)
                .toList();
    }

    private static @Nullable String text(@Nullable Object value) {
        return value instanceof String text && !text.isEmpty() ? text : null;
    }

    private static Map<?, ?> object(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }
}
