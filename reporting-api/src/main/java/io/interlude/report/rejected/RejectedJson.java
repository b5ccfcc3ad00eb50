package io.interlude.report.rejected;

import io.interlude.journal.json.Json;
import io.interlude.journal.rejected.KeptRejection;
import io.interlude.journal.retention.EventOutline;
import io.interlude.schema.EventRejected;
import io.interlude.schema.EventType;
import io.interlude.schema.RejectionStage;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// A refused event as clients see it. What is not known is left out.
public final class RejectedJson {
    private static final String UNREADABLE = "unreadable_record";

    private RejectedJson() {}

    /// The refused event as an object of JSON, by its fields in their order.
    public static Map<String, Object> of(KeptRejection rejection) {
        EventRejected event = rejection.event();
        JsonNode body = body(event);
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("id", rejection.id().toString());
        item.put("rejectedAt", rejection.rejectedAt().toString());
        item.put("receivedAt", event.getReceivedAt().toString());
        item.put("occurredAt", event.getOccurredAt().toString());
        item.put("stage", event.getStage().name());
        item.put("verdict", verdict(event));
        item.put("reason", event.getReason());
        item.put("description", event.getDescription());
        putPresent(item, "field", event.getField());
        putPresent(item, "eventType", eventType(event));
        putPresent(item, "messageId", messageId(event, body));
        item.put("eventId", event.getEventId());
        item.put("source", event.getSource().name());
        putPresent(item, "applicationId", event.getApplicationId());
        putPresent(item, "keyId", event.getKeyId());
        item.put("test", event.getTest());
        item.put("body", body);
        if (EventOutline.is(event)) {
            item.put("pastRetention", true);
        }
        return item;
    }

    /// The fetch that the event names, proven or not.
    static @Nullable String messageId(EventRejected event) {
        return messageId(event, body(event));
    }

    private static @Nullable String messageId(EventRejected event, JsonNode body) {
        if (event.getFetchId() != null) {
            return event.getFetchId();
        }
        JsonNode named = body.path(body.has("fetchEventId") ? "fetchEventId" : "messageId");
        return named.isString() ? named.stringValue() : null;
    }

    private static String verdict(EventRejected event) {
        if (event.getStage() == RejectionStage.aggregator) {
            return event.getReason().equals(UNREADABLE) ? "unreadable" : "unmatched";
        }
        return "refused";
    }

    private static @Nullable String eventType(EventRejected event) {
        EventType type = event.getEventType();
        return type == EventType.UNKNOWN ? null : type.name();
    }

    private static JsonNode body(EventRejected event) {
        String json = event.getBodyJson();
        try {
            return json == null ? JsonNodeFactory.instance.nullNode() : Json.MAPPER.readTree(json);
        } catch (JacksonException e) {
            return JsonNodeFactory.instance.nullNode();
        }
    }

    private static void putPresent(Map<String, Object> item, String name, @Nullable String value) {
        if (value != null) {
            item.put(name, value);
        }
    }
}
