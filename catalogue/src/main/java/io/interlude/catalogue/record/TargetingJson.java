package io.interlude.catalogue.record;

import io.interlude.domain.targeting.AttributeValue;
import io.interlude.domain.targeting.Targeting;
import io.interlude.domain.targeting.TargetingOp;
import io.interlude.journal.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The JSON form of targeting: `{"all": […]}`, `{"any": […]}`, `{"not": …}` and leaves
/// `{"attribute", "op", "value"}`.
public final class TargetingJson {
    /// Most nodes of one tree.
    public static final int LARGEST_NODES = 1_000;

    /// Deepest nesting of one tree.
    public static final int LARGEST_DEPTH = 16;

    private static final Map<String, TargetingOp> WIRE_NAME_TO_OP =
            Stream.of(TargetingOp.values())
                    .collect(Collectors.toUnmodifiableMap(TargetingJson::wireName, op -> op));

    private TargetingJson() {}

    /// The result of parsing: the tree, or all its violations.
    public sealed interface Parsed {
        record Valid(Targeting targeting) implements Parsed {}

        record Invalid(List<Violation> violations) implements Parsed {
            public Invalid {
                violations = List.copyOf(violations);
            }
        }
    }

    /// Parses a tree. The paths of violations begin with `path`, such as `targeting`.
    public static Parsed parse(JsonNode node, String path) {
        return new TargetingParser().parse(node, path);
    }

    /// Writes a tree; [#parse] gives it back.
    public static ObjectNode write(Targeting targeting) {
        ObjectNode object = Json.MAPPER.createObjectNode();
        switch (targeting) {
            case Targeting.All all -> writeAll(object.putArray("all"), all.children());
            case Targeting.Any any -> writeAll(object.putArray("any"), any.children());
            case Targeting.Not not -> object.set("not", write(not.child()));
            case Targeting.Leaf leaf -> writeLeaf(object, leaf);
        }
        return object;
    }

    static Map<String, TargetingOp> ops() {
        return WIRE_NAME_TO_OP;
    }

    static boolean takesList(TargetingOp op) {
        return op == TargetingOp.IN || op == TargetingOp.NOT_IN;
    }

    /// The op as the API spells it, in camelCase.
    static String wireName(TargetingOp op) {
        String[] words = op.name().toLowerCase(Locale.ROOT).split("_", 2);
        return words.length == 1
                ? words[0]
                : words[0]
                        + words[1].substring(0, 1).toUpperCase(Locale.ROOT)
                        + words[1].substring(1);
    }

    private static void writeAll(ArrayNode array, List<Targeting> children) {
        children.forEach(child -> array.add(write(child)));
    }

    private static void writeLeaf(ObjectNode object, Targeting.Leaf leaf) {
        object.put("attribute", leaf.attribute()).put("op", wireName(leaf.op()));
        if (takesList(leaf.op())) {
            ArrayNode values = object.putArray("value");
            leaf.values().forEach(value -> values.add(write(value)));
        } else {
            object.set("value", write(leaf.values().getFirst()));
        }
    }

    private static JsonNode write(AttributeValue value) {
        return switch (value) {
            case AttributeValue.Text text -> Json.MAPPER.valueToTree(text.text());
            case AttributeValue.Numeric numeric -> Json.MAPPER.valueToTree(numeric.number());
            case AttributeValue.Flag flag -> Json.MAPPER.valueToTree(flag.flag());
            case AttributeValue.Texts texts -> Json.MAPPER.valueToTree(texts.texts());
        };
    }
}
