package io.interlude.report.rollup;

import java.util.List;

/// The answer: names of the columns, and for each row one value a column. A value is a `String`, a
/// `Long` or a `Double`.
public record Report(ReportQuery query, List<String> columns, List<List<Object>> rows) {
    public Report {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }
}
