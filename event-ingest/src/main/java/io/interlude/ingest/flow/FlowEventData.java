package io.interlude.ingest.flow;

import static io.interlude.ingest.flow.FlowField.CHOICE_ID;
import static io.interlude.ingest.flow.FlowField.HANDOFF_KIND;
import static io.interlude.ingest.flow.FlowField.INTENT;
import static io.interlude.ingest.flow.FlowField.LAST_NODE_ID;
import static io.interlude.ingest.flow.FlowField.NODE_ID;
import static io.interlude.ingest.flow.FlowField.REASON;
import static io.interlude.ingest.flow.FlowField.TERMINAL_NODE_ID;
import static io.interlude.ingest.flow.FlowField.TURNS;

import io.interlude.schema.EventType;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The checked `eventData` of one flow event: only the keys of its type, each in its form.
public final class FlowEventData {
    private static final Map<EventType, List<FlowField>> FIELDS =
            Map.of(
                    EventType.node_visit, List.of(NODE_ID),
                    EventType.choice_tap, List.of(NODE_ID, CHOICE_ID),
                    EventType.nlu_match, List.of(NODE_ID, INTENT),
                    EventType.flow_complete, List.of(TERMINAL_NODE_ID, TURNS),
                    EventType.flow_abandon, List.of(REASON, LAST_NODE_ID, TURNS),
                    EventType.handoff_click, List.of(NODE_ID, HANDOFF_KIND));

    private final Map<FlowField, JsonNode> values;

    private FlowEventData(Map<FlowField, JsonNode> values) {
        this.values = values;
    }

    /// Reads the keys of the event's type and leaves all others behind.
    ///
    /// @throws io.interlude.web.refusal.ProblemException `invalid_event_data` when a key is missing
    ///   or not in its form
    public static FlowEventData read(EventType type, ObjectNode eventData) {
        EnumMap<FlowField, JsonNode> values = new EnumMap<>(FlowField.class);
        for (FlowField field : fieldsOf(type)) {
            JsonNode value = eventData.get(field.wireName());
            boolean absent = value == null || value.isNull();
            if (absent && optional(field, values)) {
                continue;
            }
            if (absent || !field.wellFormed(value)) {
                throw malformed(type, field).exception();
            }
            values.put(field, value);
        }
        return new FlowEventData(values);
    }

    public static boolean isFlowEvent(EventType type) {
        return FIELDS.containsKey(type);
    }

    public @Nullable String text(FlowField field) {
        JsonNode value = values.get(field);
        return value == null ? null : value.stringValue();
    }

    public @Nullable Integer number(FlowField field) {
        JsonNode value = values.get(field);
        return value == null ? null : Integer.valueOf(value.intValue());
    }

    private static List<FlowField> fieldsOf(EventType type) {
        List<FlowField> fields = FIELDS.get(type);
        if (fields == null) {
            throw new IllegalArgumentException("not a flow event: " + type);
        }
        return fields;
    }

    /// A flow whose major version is unknown was not run: it has no last node and no turns. The
    /// reason is the first field of its type, so it has been read.
    private static boolean optional(FlowField field, Map<FlowField, JsonNode> read) {
        JsonNode reason = read.get(REASON);
        return reason != null
                && reason.stringValue().equals(FlowField.UNSUPPORTED_SPEC)
                && (field == LAST_NODE_ID || field == TURNS);
    }

    private static Problem malformed(EventType type, FlowField field) {
        String path = "eventData." + field.wireName();
        return Problem.ofField(
                Reason.INVALID_EVENT_DATA,
                path,
                "In a " + type + " event " + path + " must be " + field.form() + ".");
    }
}
