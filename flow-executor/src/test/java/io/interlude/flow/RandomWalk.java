package io.interlude.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Makes inputs as people would, and some that nobody should: hits, misses, numbers, choices that
/// are not offered, exits, silence, and all of them after the end.
final class RandomWalk {
    private static final List<String> SURFACES = List.of("web", "sms", "plain");
    private static final int MOST_INPUTS = 6;

    private RandomWalk() {}

    static JavaScriptExecutor.Walk next(JsonNode flow, String canary, SplittableRandom random) {
        List<JsonNode> inputs = new ArrayList<>();
        int count = 1 + random.nextInt(MOST_INPUTS);
        for (int i = 0; i < count; i++) {
            inputs.add(input(canary, random));
        }
        String surface = SURFACES.get(random.nextInt(SURFACES.size()));
        return new JavaScriptExecutor.Walk(flow, surface, inputs, Map.of());
    }

    private static ObjectNode input(String canary, SplittableRandom random) {
        ObjectNode input = JsonMapper.shared().createObjectNode();
        return switch (random.nextInt(20)) {
            case 0 -> input.put("type", "exit");
            case 1 -> input.put("type", "timeout");
            case 2, 3 -> input.put("type", "activate");
            case 4, 5, 6, 7, 8, 9 ->
                    input.put("type", "choice").put("choiceId", "c" + random.nextInt(5));
            case 10, 11, 12, 13, 14 -> input.put("type", "text").put("text", text(canary, random));
            case 15, 16 -> input.put("type", "reply").put("text", (1 + random.nextInt(5)) + ".");
            default -> input.put("type", "reply").put("text", text(canary, random));
        };
    }

    private static String text(String canary, SplittableRandom random) {
        String words = RandomFlow.words(random, random.nextInt(4)).toLowerCase(Locale.ROOT);
        return switch (random.nextInt(4)) {
            case 0 -> words;
            case 1 -> canary + " " + words + "?";
            case 2 -> words + "! " + canary;
            default -> words.isEmpty() ? "stop" : words + "\u0301\ud83d\ude80";
        };
    }
}
