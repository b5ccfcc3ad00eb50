package io.interlude.manage.flow;

import io.interlude.journal.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Changes one thing of a flow, which may break it or not.
final class FlowMutations {
    private static final List<String> TEXTS =
            List.of(
                    "",
                    "entry",
                    "end0",
                    "end1",
                    "n2_x",
                    "n3-y",
                    "c0",
                    "nobody",
                    "UPPER",
                    "a\n",
                    "2",
                    "1.0",
                    "1.x",
                    "message",
                    "choice-set",
                    "action",
                    "end",
                    "link_out",
                    "handoff",
                    "conversion",
                    "javascript:alert(1)",
                    "http:///none",
                    "https://x.example/",
                    "EURO",
                    "ftp://x.example/",
                    "-a",
                    "a b");
    private static final List<String> NAMES =
            List.of(
                    "next",
                    "text",
                    "smsText",
                    "type",
                    "id",
                    "url",
                    "label",
                    "kind",
                    "value",
                    "cur",
                    "noMatchTarget",
                    "intents",
                    "choices",
                    "action",
                    "target",
                    "prompt",
                    "language",
                    "teaser",
                    "entryNodeId",
                    "creativeId",
                    "surprise",
                    "conversionName");

    private final SplittableRandom random;

    FlowMutations(SplittableRandom random) {
        this.random = random;
    }

    void apply(ObjectNode flow) {
        List<JsonNode> containers = new ArrayList<>();
        collect(flow, containers);
        JsonNode container = containers.get(random.nextInt(containers.size()));
        if (container instanceof ObjectNode object) {
            change(object);
        } else if (container instanceof ArrayNode array) {
            change(array);
        }
    }

    private static void collect(JsonNode node, List<JsonNode> containers) {
        if (node.isContainer()) {
            containers.add(node);
            node.forEach(child -> collect(child, containers));
        }
    }

    private void change(ObjectNode object) {
        List<String> names = new ArrayList<>(object.propertyNames());
        boolean known = !names.isEmpty() && random.nextInt(5) > 0;
        List<String> pool = known ? names : NAMES;
        String name = pool.get(random.nextInt(pool.size()));
        if (known && random.nextInt(4) == 0) {
            object.remove(name);
        } else {
            object.set(name, value());
        }
    }

    private void change(ArrayNode array) {
        int at = array.isEmpty() ? -1 : random.nextInt(array.size());
        switch (random.nextInt(3)) {
            case 0 -> {
                if (at >= 0) {
                    array.remove(at);
                }
            }
            case 1 -> {
                if (at >= 0) {
                    array.add(array.get(at).deepCopy());
                }
            }
            default -> array.add(value());
        }
    }

    private JsonNode value() {
        return switch (random.nextInt(12)) {
            case 0 -> Json.MAPPER.getNodeFactory().numberNode(random.nextInt(3));
            case 1 -> Json.MAPPER.getNodeFactory().nullNode();
            case 2 -> Json.MAPPER.createArrayNode();
            case 3 -> Json.MAPPER.createObjectNode();
            case 4 -> text("y".repeat(random.nextInt(700)));
            case 5 -> text("y".repeat(30_000 / (1 + random.nextInt(3))));
            default -> text(TEXTS.get(random.nextInt(TEXTS.size())));
        };
    }

    private static JsonNode text(String text) {
        return Json.MAPPER.getNodeFactory().stringNode(text);
    }
}
