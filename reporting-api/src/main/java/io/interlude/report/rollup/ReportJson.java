package io.interlude.report.rollup;

import io.interlude.kit.http.Json;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;

/// A report as JSON: the effective range, the names of the columns in order, and each row as an
/// object with one field a column.
public final class ReportJson {
    private static final int USUAL_FIELD_BYTES = 16;

    private ReportJson() {}

    /// Writes field by field: a large report has half a million of them, and a tree of them would
    /// take longer than the report.
    ///
    /// @param nextCursor of the page after
    public static byte[] of(Report report, Optional<String> nextCursor) {
        int fields = report.columns().size() * (1 + report.rows().size());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_FIELD_BYTES * fields);
        try (JsonGenerator json = Json.MAPPER.createGenerator(bytes)) {
            json.writeStartObject();
            writeHead(json, report);
            json.writeArrayPropertyStart("rows");
            SerializableString[] names =
                    report.columns().stream()
                            .map(SerializedString::new)
                            .toArray(SerializableString[]::new);
            for (List<Object> row : report.rows()) {
                writeRow(json, names, row);
            }
            json.writeEndArray();
            nextCursor.ifPresent(cursor -> json.writeStringProperty("nextCursor", cursor));
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private static void writeHead(JsonGenerator json, Report report) {
        ReportQuery query = report.query();
        json.writeStringProperty("from", query.range().from().toString());
        json.writeStringProperty("to", query.range().to().toString());
        json.writeStringProperty("granularity", query.granularity().wireName());
        json.writeStringProperty("timeZone", query.zone().getId());
        if (report.isPartial()) {
            json.writeBooleanProperty("partial", true);
            json.writeNumberProperty("missingPartitions", report.missingPartitions());
        }
        json.writeArrayPropertyStart("columns");
        report.columns().forEach(json::writeString);
        json.writeEndArray();
    }

    private static void writeRow(
            JsonGenerator json, SerializableString[] names, List<Object> values) {
        json.writeStartObject();
        for (int i = 0; i < names.length; i++) {
            json.writeName(names[i]);
            switch (values.get(i)) {
                case Long number -> json.writeNumber(number.longValue());
                case Double share -> json.writeNumber(share.doubleValue());
                case Object text -> json.writeString(text.toString());
            }
        }
        json.writeEndObject();
    }
}
