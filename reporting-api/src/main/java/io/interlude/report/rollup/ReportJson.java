package io.interlude.report.rollup;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A report as JSON: the effective range, the names of the columns in order, and each row as an
/// object with one field a column.
public final class ReportJson {
    private ReportJson() {}

    public static Map<String, Object> of(Report report) {
        TimeRange range = report.query().range();
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("from", range.from().toString());
        body.put("to", range.to().toString());
        body.put("granularity", report.query().granularity().wireName());
        body.put("timeZone", report.query().zone().getId());
        body.put("columns", report.columns());
        body.put("rows", rows(report));
        return body;
    }

    private static List<Map<String, Object>> rows(Report report) {
        List<Map<String, Object>> rows = new ArrayList<>(report.rows().size());
        for (List<Object> values : report.rows()) {
            Map<String, Object> row = LinkedHashMap.newLinkedHashMap(values.size());
            for (int i = 0; i < values.size(); i++) {
                row.put(report.columns().get(i), values.get(i));
            }
            rows.add(row);
        }
        return rows;
    }
}
