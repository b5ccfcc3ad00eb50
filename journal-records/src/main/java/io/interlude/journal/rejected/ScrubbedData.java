package io.interlude.journal.rejected;

import io.interlude.journal.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The part of an application's `eventData` that is kept with a refused event: all but the fields
/// that hold, at any depth, an API key, a conversation's context or a number out of bounds.
public final class ScrubbedData {
    /// Data of more bytes is dropped as a whole.
    public static final int MAX_BYTES = 16 * 1024;

    private static final Pattern API_KEY = Pattern.compile("il_(fetch|tag|mgmt|read)_");
    private static final Set<String> FORBIDDEN_NAMES =
            Set.of("key", "apikey", "api_key", "api-key", "authorization", "context");

    private ScrubbedData() {}

    /// What of the data may be kept.
    public static ObjectNode of(ObjectNode data) {
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        if (Json.MAPPER.writeValueAsString(data).getBytes(StandardCharsets.UTF_8).length
                > MAX_BYTES) {
            return kept;
        }
        for (Map.Entry<String, JsonNode> field : data.properties()) {
            if (!isForbidden(field.getKey())
                    && !holdsForbidden(field.getValue())
                    && Json.outOfBounds(field.getValue()) == null) {
                kept.set(field.getKey(), field.getValue());
            }
        }
        return kept;
    }

    /// Whether the text holds something like an API key of ours.
    public static boolean holdsKey(String text) {
        return API_KEY.matcher(text).find();
    }

    private static boolean holdsForbidden(JsonNode node) {
        for (JsonNode child : node) {
            if (holdsForbidden(child)) {
                return true;
            }
        }
        return (node.isString() && holdsKey(node.stringValue()))
                || node.propertyNames().stream().anyMatch(ScrubbedData::isForbidden);
    }

    private static boolean isForbidden(String name) {
        return FORBIDDEN_NAMES.contains(name.toLowerCase(Locale.ROOT)) || holdsKey(name);
    }
}
