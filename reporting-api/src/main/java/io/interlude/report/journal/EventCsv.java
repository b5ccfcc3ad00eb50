package io.interlude.report.journal;

import io.interlude.journal.json.Json;
import io.interlude.report.answer.ReportCsv;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Events of the journal as lines of CSV: always the same columns, empty where an event has none.
final class EventCsv {
    static final List<String> COLUMNS =
            List.of(
                    "eventId",
                    "eventType",
                    "messageId",
                    "occurredAt",
                    "receivedAt",
                    "journaledAt",
                    "verdict",
                    "source",
                    "test",
                    "subscriber",
                    "applicationId",
                    "keyId",
                    "campaignId",
                    "lineItemId",
                    "creativeId",
                    "creativeVersion",
                    "adUnit",
                    "format",
                    "invalidTraffic",
                    "reason",
                    "eventName",
                    "conversionName",
                    "value",
                    "currency",
                    "eventData");

    private EventCsv() {}

    static String header() {
        return ReportCsv.line(COLUMNS);
    }

    static String line(Map<String, Object> item) {
        return ReportCsv.line(COLUMNS.stream().map(column -> cell(item.get(column))).toList());
    }

    private static Object cell(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case Map<?, ?> fields -> Json.MAPPER.writeValueAsString(fields);
            case JsonNode json -> Json.MAPPER.writeValueAsString(json);
            default -> value;
        };
    }
}
