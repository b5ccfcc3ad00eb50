package io.interlude.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Spoils flows: removes fields, or puts in something of another kind.
final class Damage {
    private static final List<String> REPLACEMENTS =
            List.of(
                    "null",
                    "0",
                    "7.5",
                    "true",
                    "\"\"",
                    "\"entry\"",
                    "\"end0\"",
                    "\"nowhere\"",
                    "[]",
                    "[1]",
                    "{}",
                    "\"2.0\"",
                    "\"message\"",
                    "\"choice-set\"",
                    "\"action\"",
                    "\"ftp://ads.example\"",
                    "\"HTTPS://ads.example\"",
                    "{\"kind\":\"end\"}",
                    "[null,{\"id\":\"c0\",\"label\":\"x\"}]");

    private Damage() {}

    /// The flow with one to three values removed or replaced, anywhere.
    static JsonNode anywhere(JsonNode flow, SplittableRandom random) {
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            List<JsonNode> containers = new ArrayList<>();
            collect(flow, containers);
            spoil(containers.get(random.nextInt(containers.size())), random);
        }
        return flow;
    }

    private static void collect(JsonNode json, List<JsonNode> containers) {
        if (json.isContainer() && !json.isEmpty()) {
            containers.add(json);
            json.forEach(child -> collect(child, containers));
        }
    }

    private static void spoil(JsonNode container, SplittableRandom random) {
        JsonNode replacement =
                JsonMapper.shared().readTree(REPLACEMENTS.get(random.nextInt(REPLACEMENTS.size())));
        int index = random.nextInt(container.size());
        if (container instanceof ObjectNode object) {
            String name = new ArrayList<>(object.propertyNames()).get(index);
            if (random.nextBoolean()) {
                object.remove(name);
            } else {
                object.set(name, replacement);
            }
        } else if (container instanceof ArrayNode array) {
            array.set(index, replacement);
        }
    }

    /// A short text of characters from all over Unicode that have long been assigned.
    static String anyText(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int count = random.nextInt(12);
        while (text.codePointCount(0, text.length()) < count) {
            int codePoint =
                    switch (random.nextInt(4)) {
                        case 0 -> random.nextInt(0x80);
                        case 1 -> random.nextInt(0x3000);
                        default -> random.nextInt(0x20000);
                    };
            if (Character.isDefined(codePoint)) {
                text.appendCodePoint(codePoint);
            }
        }
        return text.toString();
    }
}
