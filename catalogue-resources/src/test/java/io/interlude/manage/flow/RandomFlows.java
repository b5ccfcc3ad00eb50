package io.interlude.manage.flow;

import io.interlude.journal.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Makes sound flows: a tree of turns at most six deep, whose branches may also join one another or
/// lead back to a choice-set.
public final class RandomFlows {
    private static final int MOST_NODES = 12;
    private static final int LARGEST_DEPTH = 6;
    private static final List<String> ENDS = List.of("end", "link_out", "handoff", "conversion");

    private final SplittableRandom random;
    private final ArrayNode nodes = Json.MAPPER.createArrayNode();
    private final List<String> endings = new ArrayList<>();
    private int planned;

    private RandomFlows(SplittableRandom random) {
        this.random = random;
    }

    public static ObjectNode next(SplittableRandom random) {
        return new RandomFlows(random).flow();
    }

    private ObjectNode flow() {
        ObjectNode flow = Json.MAPPER.createObjectNode();
        flow.put("specVersion", random.nextBoolean() ? "1" : "1." + random.nextInt(20));
        flow.put("entryNodeId", "entry");
        ObjectNode metadata = flow.putObject("metadata");
        metadata.put("advertiserName", text(80)).put("disclosureText", text(100));
        if (random.nextBoolean()) {
            metadata.put("teaser", text(120)).put("brandLogoUrl", "https://ads.example/logo.png");
        }
        planned = 1;
        message("entry", 1);
        flow.set("nodes", nodes);
        return flow;
    }

    /// A node at the given depth; at the deepest, or when the rest is needed, an ending.
    private String node(int depth) {
        boolean full = planned >= MOST_NODES - 2;
        if (depth > LARGEST_DEPTH || full || random.nextInt(4) == 0) {
            return ending();
        }
        planned++;
        String id = "n" + planned + (random.nextBoolean() ? "_x" : "-y");
        if (random.nextBoolean()) {
            message(id, depth);
        } else {
            choiceSet(id, depth);
        }
        return id;
    }

    private void message(String id, int depth) {
        ObjectNode node = nodes.addObject().put("id", id).put("type", "message");
        node.put("text", text(640));
        if (random.nextBoolean()) {
            node.put("smsText", text(320)).put("imageUrl", "https://ads.example/a.png");
        }
        node.put("next", node(depth + 1));
    }

    private void choiceSet(String id, int depth) {
        ObjectNode node = nodes.addObject().put("id", id).put("type", "choice-set");
        node.put("prompt", text(640));
        ArrayNode choices = node.putArray("choices");
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            choices.addObject()
                    .put("id", "c" + i)
                    .put("label", text(25))
                    .put("target", i > 0 && random.nextInt(3) == 0 ? id : node(depth + 1));
        }
        if (random.nextBoolean()) {
            ObjectNode intent = node.putArray("intents").addObject();
            intent.put("intent", "wants_" + random.nextInt(9)).put("description", text(200));
            intent.putArray("examples").add(text(100)).add("");
            intent.put("target", node(depth + 1));
        }
        if (random.nextBoolean()) {
            node.put("noMatchTarget", ending());
        }
    }

    /// One of at most two endings, so that the nodes suffice.
    private String ending() {
        if (endings.size() == 2 || (!endings.isEmpty() && random.nextBoolean())) {
            return endings.get(random.nextInt(endings.size()));
        }
        String id = "end" + endings.size();
        endings.add(id);
        planned++;
        ObjectNode node = nodes.addObject().put("id", id).put("type", "action");
        if (random.nextBoolean()) {
            node.put("text", text(640));
        }
        String kind = ENDS.get(random.nextInt(ENDS.size()));
        ObjectNode action = node.putObject("action").put("kind", kind);
        switch (kind) {
            case "conversion" -> action.put("conversionName", text(64)).put("cur", "EUR");
            case "end" -> {}
            default -> action.put("url", "https://ads.example/go?m={messageId}").put("label", "Go");
        }
        return id;
    }

    /// Now and then as long as allowed, in characters of two UTF-16 units.
    private String text(int most) {
        return random.nextInt(20) == 0
                ? "\uD83D\uDE80".repeat(most)
                : "x".repeat(1 + random.nextInt(9));
    }
}
