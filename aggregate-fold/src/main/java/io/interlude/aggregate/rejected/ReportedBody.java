package io.interlude.aggregate.rejected;

import io.interlude.journal.json.Json;
import io.interlude.journal.rejected.ScrubbedData;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.JournalEvent;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A journaled event as the request body that reports it, so that it can be sent again. A body
/// names subscribers by the application's own id, which the journal does not have: this one names
/// nobody.
final class ReportedBody {
    private static final String EVENT_DATA = "eventData";
    private static final String INVALID_TRAFFIC = "invalidTraffic";

    private ReportedBody() {}

    static String of(JournalEvent event) {
        ObjectNode body = Json.MAPPER.createObjectNode();
        switch (event) {
            case CustomEventRecorded custom -> {
                body.put("messageId", event.getFetchId());
                body.put("eventName", custom.getEventName());
                putData(body, custom.getEventDataJson());
            }
            case DeliveryRecorded delivery -> putData(body, event, delivery.getEventDataJson());
            case ClickRecorded click -> {
                putData(body, event, click.getEventDataJson());
                putText(body, INVALID_TRAFFIC, click.getInvalidTraffic());
            }
            case ConversionRecorded conversion -> {
                putData(body, event, conversion.getEventDataJson());
                putText(body, INVALID_TRAFFIC, conversion.getInvalidTraffic());
            }
            case FlowEventRecorded step -> {
                putData(body, event, null);
                body.set(EVENT_DATA, flowData(step));
            }
            case FeedbackRecorded feedback -> {
                body.put("messageId", event.getFetchId());
                body.put("kind", feedback.getKind().name());
            }
            case CorrectionRecorded correction -> {
                body.put("reason", correction.getReason());
                body.putArray("eventIds").add(correction.getCorrectedEventId());
            }
            default -> throw new IllegalArgumentException("never reported: " + event.getClass());
        }
        return Json.MAPPER.writeValueAsString(body);
    }

    private static void putData(ObjectNode body, JournalEvent event, @Nullable String json) {
        body.put("version", 2);
        body.put("eventType", event.getEventType().name());
        body.put("fetchEventId", event.getFetchId());
        body.put("timestamp", event.getOccurredAt().toEpochMilli());
        putData(body, json);
    }

    private static void putData(ObjectNode body, @Nullable String json) {
        if (json != null && parsed(json) instanceof ObjectNode data) {
            body.set(EVENT_DATA, ScrubbedData.of(data));
        }
    }

    private static JsonNode parsed(String json) {
        try {
            return Json.MAPPER.readTree(json);
        } catch (JacksonException e) {
            return Json.MAPPER.nullNode();
        }
    }

    private static ObjectNode flowData(FlowEventRecorded step) {
        ObjectNode data = Json.MAPPER.createObjectNode();
        putText(data, "nodeId", step.getNodeId());
        putText(data, "choiceId", step.getChoiceId());
        putText(data, "intent", step.getIntent());
        putText(data, "terminalNodeId", step.getTerminalNodeId());
        putText(data, "lastNodeId", step.getLastNodeId());
        if (step.getTurns() != null) {
            data.put("turns", step.getTurns());
        }
        putText(data, "reason", step.getReason());
        putText(data, "handoffKind", step.getHandoffKind());
        return data;
    }

    private static void putText(ObjectNode node, String field, @Nullable String value) {
        if (value != null) {
            node.put(field, value);
        }
    }
}
