package io.interlude.report.answer;

import io.interlude.report.rollup.Metric;
import io.interlude.report.rollup.Report;
import io.interlude.report.rollup.ReportQuery;
import io.interlude.report.rollup.ReportRequest;
import io.interlude.report.rollup.TimeRange;
import io.interlude.web.answer.JsonPieces;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;

/// A report as JSON: the effective range, the names of the columns in order, and each row as an
/// object with one field a column.
public final class ReportJson {
    private ReportJson() {}

    /// The pieces of the text, each made when it is asked for. Written field by field: a large
    /// report has half a million of them, and a tree of them would take longer than the report.
    ///
    /// @param nextCursor of the page after
    public static Iterator<byte[]> pieces(Report report, Optional<String> nextCursor) {
        return new Pieces(report, nextCursor);
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
        TimeRange before = report.before();
        if (before != null) {
            json.writeObjectPropertyStart("compare");
            json.writeStringProperty("from", before.from().toString());
            json.writeStringProperty("to", before.to().toString());
            json.writeEndObject();
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
            writeValue(json, values.get(i));
        }
        json.writeEndObject();
    }

    /// The whole as one object. Money of further currencies is a list inside it.
    private static void writeTotals(JsonGenerator json, Report report) {
        ReportQuery whole = report.query().ofTheWhole();
        List<String> columns = ReportRequest.columns(whole, report.before() != null);
        json.writeObjectPropertyStart("totals");
        writeFields(json, columns, report.totals().getFirst(), false);
        if (report.totals().size() > 1) {
            json.writeArrayPropertyStart("otherCurrencies");
            for (List<Object> other : report.totals().subList(1, report.totals().size())) {
                json.writeStartObject();
                writeFields(json, columns, other, true);
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void writeFields(
            JsonGenerator json, List<String> columns, List<Object> values, boolean moneyOnly) {
        for (int i = 0; i < columns.size(); i++) {
            Metric metric = ReportRequest.metric(columns.get(i));
            if (!moneyOnly || metric == null || metric.isMoney()) {
                json.writeName(columns.get(i));
                writeValue(json, values.get(i));
            }
        }
    }

    private static void writeValue(JsonGenerator json, Object value) {
        switch (value) {
            case Long number -> json.writeNumber(number.longValue());
            case Double share -> json.writeNumber(share.doubleValue());
            case Object text -> json.writeString(text.toString());
        }
    }

    /// The rows that are still to be written.
    private static final class Pieces extends JsonPieces {
        private final Report report;
        private final Optional<String> nextCursor;
        private final Iterator<List<Object>> rows;
        private final SerializableString[] names;

        Pieces(Report report, Optional<String> nextCursor) {
            this.report = report;
            this.nextCursor = nextCursor;
            this.rows = report.rows().iterator();
            this.names =
                    report.columns().stream()
                            .map(SerializedString::new)
                            .toArray(SerializableString[]::new);
        }

        @Override
        protected void writeHead(JsonGenerator json) {
            ReportJson.writeHead(json, report);
            json.writeArrayPropertyStart("rows");
        }

        @Override
        protected boolean writeNext(JsonGenerator json) {
            if (rows.hasNext()) {
                writeRow(json, names, rows.next());
                return true;
            }
            json.writeEndArray();
            if (!report.totals().isEmpty()) {
                writeTotals(json, report);
            }
            nextCursor.ifPresent(cursor -> json.writeStringProperty("nextCursor", cursor));
            return false;
        }
    }
}
