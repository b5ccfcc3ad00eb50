package io.interlude.manage.flow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.interlude.journal.json.Json;
import java.net.URI;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Says whether a flow is sound, by reading the specification's tables once more: no schema, and
/// every walk tried one by one.
final class FlowOracle {
    private static final String NODE_ID = "[a-z0-9][a-z0-9_-]{0,31}";
    private static final Set<String> TOP =
            Set.of("specVersion", "entryNodeId", "metadata", "nodes", "creativeId");

    private final JsonNode flow;
    private final Map<String, JsonNode> idToNode = new LinkedHashMap<>();

    private FlowOracle(JsonNode flow) {
        this.flow = flow;
    }

    static boolean sound(JsonNode flow) {
        return new FlowOracle(flow).isSound();
    }

    private boolean isSound() {
        return frame() && everyNode() && graph();
    }

    private boolean frame() {
        JsonNode metadata = flow.path("metadata");
        JsonNode nodes = flow.path("nodes");
        return TOP.containsAll(flow.propertyNames())
                && matches(flow, "specVersion", "1(\\.[0-9]+)?")
                && matches(flow, "entryNodeId", NODE_ID)
                && (!flow.has("creativeId") || flow.path("creativeId").isString())
                && metadata.isObject()
                && text(metadata, "advertiserName", 1, 80)
                && text(metadata, "disclosureText", 1, 100)
                && maybeText(metadata, "teaser", 120)
                && maybeText(metadata, "language", Integer.MAX_VALUE)
                && maybeUri(metadata, "brandLogoUrl")
                && nodes.isArray()
                && nodes.size() >= 1
                && nodes.size() <= 12
                && Json.MAPPER.writeValueAsString(flow).getBytes(UTF_8).length <= 16_384;
    }

    private boolean everyNode() {
        for (JsonNode node : flow.path("nodes")) {
            boolean sound =
                    matches(node, "id", NODE_ID)
                            && idToNode.put(node.path("id").asString(), node) == null
                            && switch (node.path("type").asString("")) {
                                case "message" -> message(node);
                                case "choice-set" -> choiceSet(node);
                                case "action" -> action(node);
                                default -> false;
                            };
            if (!sound) {
                return false;
            }
        }
        return true;
    }

    private static boolean message(JsonNode node) {
        return text(node, "text", 1, 640)
                && maybeText(node, "smsText", 320)
                && maybeUri(node, "imageUrl")
                && maybeText(node, "imageAltText", 200)
                && matches(node, "next", NODE_ID);
    }

    private static boolean choiceSet(JsonNode node) {
        JsonNode choices = node.path("choices");
        JsonNode intents = node.path("intents");
        Set<String> ids = new HashSet<>();
        return text(node, "prompt", 1, 640)
                && maybeText(node, "smsPrompt", 320)
                && !node.has("next")
                && (!node.has("noMatchTarget") || matches(node, "noMatchTarget", NODE_ID))
                && choices.isArray()
                && choices.size() >= 1
                && choices.size() <= 4
                && choices.valueStream()
                        .allMatch(choice ->
                                matches(choice, "id", NODE_ID)
                                        && ids.add("choice " + choice.path("id").asString())
                                        && text(choice, "label", 1, 25)
                                        && matches(choice, "target", NODE_ID))
                && (!node.has("intents") || intents.isArray())
                && intents.size() <= 4
                && intents.valueStream().allMatch(intent -> intent(intent, ids));
    }

    private static boolean intent(JsonNode intent, Set<String> ids) {
        JsonNode examples = intent.path("examples");
        return matches(intent, "intent", "[a-z0-9_]{1,32}")
                && ids.add("intent " + intent.path("intent").asString())
                && text(intent, "description", 1, 200)
                && examples.isArray()
                && examples.size() >= 1
                && examples.size() <= 5
                && examples.valueStream()
                        .allMatch(example -> example.isString() && characters(example) <= 100)
                && matches(intent, "target", NODE_ID);
    }

    private static boolean action(JsonNode node) {
        JsonNode action = node.path("action");
        if (!action.isObject() || !maybeText(node, "text", 640)) {
            return false;
        }
        Set<String> names = Set.copyOf(action.propertyNames());
        return switch (action.path("kind").asString("")) {
            case "end" -> names.equals(Set.of("kind")) && !node.has("next");
            case "link_out", "handoff" ->
                    names.equals(Set.of("kind", "url", "label"))
                            && text(action, "label", 1, 25)
                            && webAddress(action.path("url"))
                            && !node.has("next");
            case "conversion" ->
                    Set.of("kind", "conversionName", "value", "cur").containsAll(names)
                            && action.has("conversionName")
                            && maybeText(action, "conversionName", 64)
                            && maybeText(action, "cur", 3)
                            && (!action.has("value") || action.path("value").isNumber())
                            && (!node.has("next") || matches(node, "next", NODE_ID));
            default -> false;
        };
    }

    private boolean graph() {
        String entry = flow.path("entryNodeId").asString();
        JsonNode first = idToNode.get(entry);
        if (first == null || !first.path("type").asString().equals("message")) {
            return false;
        }
        for (JsonNode node : idToNode.values()) {
            if (!targets(node).allMatch(idToNode::containsKey)) {
                return false;
            }
        }
        Set<String> reached = new HashSet<>();
        return deepest(entry, List.of(), reached) <= 6
                && reached.equals(idToNode.keySet())
                && idToNode.keySet().stream().noneMatch(this::comesBackAlone);
    }

    private static Stream<String> targets(JsonNode node) {
        Stream<JsonNode> own = Stream.of(node.path("next"), node.path("noMatchTarget"));
        Stream<JsonNode> branches =
                Stream.of(node.path("choices"), node.path("intents"))
                        .flatMap(JsonNode::valueStream)
                        .map(branch -> branch.path("target"));
        boolean asks = node.path("type").asString().equals("choice-set");
        return Stream.concat(asks ? own.skip(1) : own.limit(1), asks ? branches : Stream.of())
                .filter(JsonNode::isString)
                .map(JsonNode::asString);
    }

    /// Most turns on a walk that visits no node twice.
    private int deepest(String id, List<String> walked, Set<String> reached) {
        if (walked.contains(id)) {
            return 0;
        }
        reached.add(id);
        List<String> walk = Stream.concat(walked.stream(), Stream.of(id)).toList();
        JsonNode node = node(id);
        int ahead =
                targets(node)
                        .distinct()
                        .mapToInt(next -> deepest(next, walk, reached))
                        .max()
                        .orElse(0);
        return ahead + (node.path("type").asString().equals("action") ? 0 : 1);
    }

    private JsonNode node(String id) {
        return requireNonNull(idToNode.get(id), id);
    }

    private boolean comesBackAlone(String start) {
        String at = start;
        for (int step = 0; step < 13; step++) {
            JsonNode node = node(at);
            if (node.path("type").asString().equals("choice-set") || !node.has("next")) {
                return false;
            }
            at = node.path("next").asString();
        }
        return true;
    }

    private static boolean matches(JsonNode owner, String name, String pattern) {
        JsonNode value = owner.path(name);
        return value.isString() && value.asString().matches(pattern);
    }

    private static boolean text(JsonNode owner, String name, int least, int most) {
        JsonNode value = owner.path(name);
        return value.isString() && characters(value) >= least && characters(value) <= most;
    }

    private static boolean maybeText(JsonNode owner, String name, int most) {
        return !owner.has(name) || text(owner, name, 0, most);
    }

    private static int characters(JsonNode text) {
        return text.asString().codePointCount(0, text.asString().length());
    }

    private static boolean maybeUri(JsonNode owner, String name) {
        return !owner.has(name)
                || (owner.path(name).isString() && isAbsolute(owner.path(name).asString()));
    }

    private static boolean isAbsolute(String text) {
        try {
            return URI.create(text).isAbsolute();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean webAddress(JsonNode url) {
        String text = url.asString("").replace("{messageId}", "m");
        return url.isString()
                && text.matches("(?i)https?://.*")
                && isAbsolute(text)
                && URI.create(text).getHost() != null;
    }
}
