package io.interlude.ingest.rejected;

import io.interlude.ingest.flow.FlowField;
import io.interlude.journal.json.Json;
import io.interlude.journal.rejected.ScrubbedData;
import io.interlude.schema.EventType;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The part of a refused body that may be kept. Only the fields that event bodies have, each only
/// in the form that it should have. `eventData` as a whole only for types that may carry any data,
/// and scrubbed ([ScrubbedData]); otherwise (flow events, and any that may be a misspelt one) only
/// the keys of flow events, because the rest may be the user's words.
final class ScrubbedBody {
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_.:-]{1,64}");
    private static final List<String> WORD_FIELDS =
            List.of("eventType", "fetchEventId", "messageId", "eventName");
    private static final List<String> NUMBER_FIELDS = List.of("version", "timestamp");
    private static final Set<EventType> OPEN_TYPES =
            EnumSet.of(
                    EventType.send,
                    EventType.deliver,
                    EventType.read,
                    EventType.click,
                    EventType.conversion,
                    EventType.custom);

    private ScrubbedBody() {}

    static String of(EventType type, ObjectNode body) {
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        for (String field : NUMBER_FIELDS) {
            JsonNode value = body.get(field);
            if (value != null && value.isIntegralNumber() && value.canConvertToLong()) {
                kept.set(field, value);
            }
        }
        for (String field : WORD_FIELDS) {
            JsonNode value = body.get(field);
            if (value != null && isWord(value)) {
                kept.set(field, value);
            }
        }
        if (body.get("eventData") instanceof ObjectNode data) {
            kept.set(
                    "eventData",
                    OPEN_TYPES.contains(type) ? ScrubbedData.of(data) : flowData(data));
        }
        return Json.MAPPER.writeValueAsString(kept);
    }

    private static boolean isWord(JsonNode value) {
        return value.isString()
                && WORD.matcher(value.stringValue()).matches()
                && !ScrubbedData.holdsKey(value.stringValue());
    }

    private static ObjectNode flowData(ObjectNode data) {
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        for (FlowField field : FlowField.values()) {
            JsonNode value = data.get(field.wireName());
            if (value != null && field.wellFormed(value)) {
                kept.set(field.wireName(), value);
            }
        }
        return kept;
    }
}
