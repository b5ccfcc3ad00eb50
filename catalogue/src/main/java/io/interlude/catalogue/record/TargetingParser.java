package io.interlude.catalogue.record;

import io.interlude.domain.targeting.AttributeValue;
import io.interlude.domain.targeting.Targeting;
import io.interlude.domain.targeting.TargetingOp;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// Parses one targeting tree and collects everything that is wrong with it. Used once.
final class TargetingParser {
    private static final int LARGEST_ATTRIBUTE_LENGTH = 64;
    private static final int LARGEST_TEXT_LENGTH = 256;
    private static final int LARGEST_VALUES = 1_000;
    private static final List<String> FORMS = List.of("all", "any", "not", "attribute");

    private final List<Violation> violations = new ArrayList<>();
    private int nodes;

    TargetingJson.Parsed parse(JsonNode node, String path) {
        Targeting targeting = tree(node, path, 1);
        return violations.isEmpty()
                ? new TargetingJson.Parsed.Valid(targeting)
                : new TargetingJson.Parsed.Invalid(violations);
    }

    /// A tree; [Targeting#EVERYONE] in place of what is wrong, so that the rest is still checked.
    private Targeting tree(JsonNode node, String path, int depth) {
        if (tooLarge(path, depth)) {
            return Targeting.EVERYONE;
        }
        List<String> forms = FORMS.stream().filter(node::has).toList();
        if (!node.isObject() || forms.size() != 1) {
            return refuse(path, "shape", "Give an object with one of all, any, not, attribute.");
        }
        return switch (forms.getFirst()) {
            case "all" -> new Targeting.All(children(node.get("all"), path + ".all", depth));
            case "any" -> new Targeting.Any(children(node.get("any"), path + ".any", depth));
            case "not" -> new Targeting.Not(tree(node.get("not"), path + ".not", depth + 1));
            default -> leaf(node, path);
        };
    }

    private boolean tooLarge(String path, int depth) {
        if (++nodes == TargetingJson.LARGEST_NODES + 1) {
            refuse(path, "size", "Use at most " + TargetingJson.LARGEST_NODES + " nodes.");
        }
        if (depth > TargetingJson.LARGEST_DEPTH) {
            refuse(path, "depth", "Nest at most " + TargetingJson.LARGEST_DEPTH + " deep.");
        }
        return nodes > TargetingJson.LARGEST_NODES || depth > TargetingJson.LARGEST_DEPTH;
    }

    private List<Targeting> children(JsonNode array, String path, int depth) {
        if (!array.isArray()) {
            refuse(path, "type", "Give an array of targeting objects.");
            return List.of();
        }
        List<Targeting> children = new ArrayList<>();
        for (int i = 0; i < array.size() && nodes <= TargetingJson.LARGEST_NODES; i++) {
            children.add(tree(array.get(i), path + '[' + i + ']', depth + 1));
        }
        return children;
    }

    private Targeting leaf(JsonNode node, String path) {
        String attribute = attribute(node.get("attribute"), path + ".attribute");
        TargetingOp op = op(node.get("op"), path + ".op");
        if (op == null) {
            return Targeting.EVERYONE;
        }
        List<AttributeValue> values = values(op, node.get("value"), path + ".value");
        return values.isEmpty() && !TargetingJson.takesList(op)
                ? Targeting.EVERYONE
                : new Targeting.Leaf(attribute, op, values);
    }

    private String attribute(JsonNode node, String path) {
        String attribute = node.isString() ? node.stringValue() : "";
        if (attribute.isBlank() || attribute.length() > LARGEST_ATTRIBUTE_LENGTH) {
            refuse(path, "attribute", "Name an attribute in 1 to 64 characters.");
        }
        return attribute;
    }

    private @Nullable TargetingOp op(@Nullable JsonNode node, String path) {
        TargetingOp op =
                node != null && node.isString()
                        ? TargetingJson.ops().get(node.stringValue())
                        : null;
        if (op == null) {
            refuse(
                    path,
                    "op",
                    "Use one of "
                            + String.join(", ", new TreeSet<>(TargetingJson.ops().keySet()))
                            + ".");
        }
        return op;
    }

    private List<AttributeValue> values(TargetingOp op, @Nullable JsonNode node, String path) {
        if (node == null || node.isNull()) {
            refuse(path, "required", "Give a value.");
            return List.of();
        }
        if (TargetingJson.takesList(op)) {
            return list(node, path);
        }
        AttributeValue value = scalar(node, path);
        if (value == null || !fits(op, value, path)) {
            return List.of();
        }
        return List.of(value);
    }

    private List<AttributeValue> list(JsonNode node, String path) {
        if (!(node instanceof ArrayNode array) || array.isEmpty()) {
            refuse(path, "type", "Give an array of at least one value.");
            return List.of();
        }
        if (array.size() > LARGEST_VALUES) {
            refuse(path, "size", "Give at most " + LARGEST_VALUES + " values.");
            return List.of();
        }
        List<AttributeValue> values = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            AttributeValue value = scalar(array.get(i), path + '[' + i + ']');
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    private @Nullable AttributeValue scalar(JsonNode node, String path) {
        if (node.isString() && node.stringValue().length() <= LARGEST_TEXT_LENGTH) {
            return new AttributeValue.Text(node.stringValue());
        }
        if (node.isNumber()) {
            return new AttributeValue.Numeric(node.decimalValue());
        }
        if (node.isBoolean()) {
            return new AttributeValue.Flag(node.booleanValue());
        }
        refuse(path, "type", "Give a string of at most 256 characters, a number or a boolean.");
        return null;
    }

    private boolean fits(TargetingOp op, AttributeValue value, String path) {
        return switch (op) {
            case EQ, NE, IN, NOT_IN -> true;
            case GT, GTE, LT, LTE ->
                    holds(!(value instanceof AttributeValue.Flag), path, "Give a number or text.");
            case CONTAINS, STARTS_WITH ->
                    holds(value instanceof AttributeValue.Text, path, "Give a string.");
            case EXISTS -> holds(value instanceof AttributeValue.Flag, path, "Give true or false.");
        };
    }

    private boolean holds(boolean condition, String path, String message) {
        if (!condition) {
            refuse(path, "type", message);
        }
        return condition;
    }

    private Targeting refuse(String path, String rule, String message) {
        violations.add(new Violation(path, rule, message));
        return Targeting.EVERYONE;
    }
}
