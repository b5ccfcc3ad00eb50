package io.interlude.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Makes sound flows: a tree of turns at most six deep, whose branches may join one another or lead
/// back to a choice-set.
final class RandomFlow {
    static final List<String> LEXICON =
            List.of(
                    "price", "much", "how", "is", "the", "book", "room", "now", "Größe", "café",
                    "ΣΟΦΟΣ", "多少钱", "予約カー", "नमस्ते", "1", "2", "no");

    private static final int MOST_NODES = 12;
    private static final int LARGEST_DEPTH = 6;

    private final SplittableRandom random;
    private final ArrayNode nodes = JsonMapper.shared().createArrayNode();
    private final List<String> endings = new ArrayList<>();
    private int planned = 1;

    private RandomFlow(SplittableRandom random) {
        this.random = random;
    }

    static ObjectNode next(SplittableRandom random) {
        return new RandomFlow(random).flow();
    }

    private ObjectNode flow() {
        ObjectNode flow = JsonMapper.shared().createObjectNode();
        flow.put("specVersion", random.nextBoolean() ? "1" : "1." + random.nextInt(20));
        flow.put("entryNodeId", "entry");
        flow.putObject("metadata")
                .put("advertiserName", copy())
                .put("disclosureText", "Ad: " + copy());
        message("entry", 1);
        flow.set("nodes", nodes);
        return flow;
    }

    /// A node at the given depth; at the deepest, or when the rest is needed, an ending.
    private String node(int depth) {
        boolean full = planned >= MOST_NODES - 2;
        if (depth > LARGEST_DEPTH || full || random.nextInt(5) == 0) {
            return ending();
        }
        planned++;
        String id = "n" + planned;
        if (random.nextInt(3) == 0) {
            message(id, depth);
        } else {
            choiceSet(id, depth);
        }
        return id;
    }

    private void message(String id, int depth) {
        ObjectNode node = nodes.addObject().put("id", id).put("type", "message");
        node.put("text", copy());
        if (random.nextBoolean()) {
            node.put("smsText", random.nextInt(5) == 0 ? "" : copy());
            node.put("imageUrl", "https://ads.example/a.png");
        }
        if (random.nextInt(4) == 0) {
            node.put("imageAltText", copy()).put("laterField", copy());
        }
        node.put("next", node(depth + 1));
    }

    private void choiceSet(String id, int depth) {
        ObjectNode node = nodes.addObject().put("id", id).put("type", "choice-set");
        node.put("prompt", copy());
        if (random.nextBoolean()) {
            node.put("smsPrompt", copy());
        }
        ArrayNode choices = node.putArray("choices");
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            boolean back = i > 0 && random.nextInt(3) == 0;
            choices.addObject()
                    .put("id", "c" + i)
                    .put("label", copy())
                    .put("target", back ? id : node(depth + 1));
        }
        intents(node, id, depth);
        if (random.nextInt(3) == 0) {
            node.put("noMatchTarget", random.nextInt(4) == 0 ? id : ending());
        }
    }

    private void intents(ObjectNode node, String id, int depth) {
        int count = random.nextInt(4);
        ArrayNode intents = node.putArray("intents");
        for (int i = 0; i < count; i++) {
            ObjectNode intent = intents.addObject();
            intent.put("intent", "wants_" + i).put("description", copy());
            ArrayNode examples = intent.putArray("examples").add(copy());
            if (random.nextBoolean()) {
                examples.add(copy()).add("");
            }
            intent.put("target", random.nextInt(3) == 0 ? id : node(depth + 1));
        }
    }

    /// One of at most two endings, so that the nodes suffice.
    private String ending() {
        if (endings.size() == 2 || (!endings.isEmpty() && random.nextBoolean())) {
            return endings.get(random.nextInt(endings.size()));
        }
        String id = "end" + endings.size();
        boolean first = endings.isEmpty();
        endings.add(id);
        planned++;
        ObjectNode node = nodes.addObject().put("id", id).put("type", "action");
        if (random.nextBoolean()) {
            node.put("text", copy());
        }
        ObjectNode action = node.putObject("action");
        switch (random.nextInt(4)) {
            case 0 -> action.put("kind", "end");
            case 1 -> action.put("kind", "link_out");
            case 2 -> action.put("kind", "handoff");
            default -> {
                action.put("kind", "conversion").put("conversionName", copy()).put("value", 1.5);
                if (first && random.nextBoolean()) {
                    node.put("next", ending());
                }
                return goesOnOnlyToAnother(id, node);
            }
        }
        if (!action.get("kind").stringValue().equals("end")) {
            action.put("url", "https://ads.example/go").put("label", "Go");
        }
        return id;
    }

    private static String goesOnOnlyToAnother(String id, ObjectNode node) {
        if (node.path("next").asString("").equals(id)) {
            node.remove("next");
        }
        return id;
    }

    /// A few words, so that some texts match and some don't.
    String copy() {
        return words(random, 1 + random.nextInt(4));
    }

    static String words(SplittableRandom random, int count) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(LEXICON.get(random.nextInt(LEXICON.size())));
        }
        return String.join(random.nextInt(8) == 0 ? ", " : " ", words);
    }
}
