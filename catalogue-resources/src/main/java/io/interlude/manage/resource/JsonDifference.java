package io.interlude.manage.resource;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.interlude.journal.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The differences between two JSON objects, value by value.
///
/// Objects are compared field by field, and lists of objects item by item, by their place. Other
/// lists (topics, ad units) are one value: an item that comes or goes in front moves all others.
public final class JsonDifference {
    private final List<Change> changes = new ArrayList<>();

    private JsonDifference() {}

    /// One value that differs.
    ///
    /// @param path such as `price.amount.amount` or `card.actions[0].text`, as violations have it
    /// @param before null where it was not there
    /// @param after null where it is not there any more
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Change(String path, @Nullable JsonNode before, @Nullable JsonNode after) {}

    /// Every value that differs, in the order of the fields.
    public static List<Change> between(ObjectNode before, ObjectNode after) {
        JsonDifference difference = new JsonDifference();
        difference.compareFields("", before, after);
        return List.copyOf(difference.changes);
    }

    /// The changes as `[{path, before?, after?}]`.
    public static ArrayNode json(List<Change> changes) {
        return Json.MAPPER.valueToTree(changes);
    }

    private void compareFields(String path, JsonNode before, JsonNode after) {
        Set<String> names = new LinkedHashSet<>(before.propertyNames());
        names.addAll(after.propertyNames());
        for (String name : names) {
            String at = path.isEmpty() ? name : path + '.' + name;
            compare(at, before.get(name), after.get(name));
        }
    }

    private void compare(String path, @Nullable JsonNode before, @Nullable JsonNode after) {
        if (Objects.equals(before, after)) {
            return;
        }
        if (before instanceof ObjectNode && after instanceof ObjectNode) {
            compareFields(path, before, after);
        } else if (before instanceof ArrayNode one
                && after instanceof ArrayNode other
                && hasOnlyObjects(one)
                && hasOnlyObjects(other)) {
            for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
                compare(path + '[' + i + ']', one.get(i), other.get(i));
            }
        } else {
            changes.add(new Change(path, before, after));
        }
    }

    private static boolean hasOnlyObjects(ArrayNode list) {
        return !list.isEmpty() && list.valueStream().allMatch(ObjectNode.class::isInstance);
    }
}
