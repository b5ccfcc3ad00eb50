package io.interlude.report.rollup;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The answer: names of the columns, and for each row one value a column. A value is a `String`, a
/// `Long` or a `Double`.
///
/// @param missingPartitions partitions of the aggregator's state that could not be read: the
///   numbers may be too small; 0 for a whole report
/// @param before the range that `<metric>.before` tells of; null where nothing is compared
/// @param totals rows of the whole, without start and dimensions: the counts with the money of the
///   main currency, then that of each other; none where they are not asked for
public record Report(
        ReportQuery query,
        List<String> columns,
        List<List<Object>> rows,
        int missingPartitions,
        @Nullable TimeRange before,
        List<List<Object>> totals) {
    /// Header that a partial answer carries in every format, with the number of partitions.
    public static final String PARTIAL_HEADER = "Interlude-Partial";

    public Report {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        totals = List.copyOf(totals);
    }

    /// A whole report.
    public Report(ReportQuery query, List<String> columns, List<List<Object>> rows) {
        this(query, columns, rows, 0, null, List.of());
    }

    /// The same with other rows.
    public Report with(List<List<Object>> others) {
        return new Report(query, columns, others, missingPartitions, before, totals);
    }

    public boolean isPartial() {
        return missingPartitions > 0;
    }

    /// What tells readers of any format that the report is partial; nothing if it is whole.
    public Map<String, String> headers() {
        return headers(missingPartitions);
    }

    /// The same of an answer that lacks so many partitions.
    public static Map<String, String> headers(int missingPartitions) {
        return missingPartitions > 0
                ? Map.of(PARTIAL_HEADER, Integer.toString(missingPartitions))
                : Map.of();
    }
}
