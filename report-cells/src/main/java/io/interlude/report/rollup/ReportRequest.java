package io.interlude.report.rollup;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A report and what is asked for beside its rows.
///
/// @param comparison of which range `<metric>.before` tells; null for none
/// @param totals whether the whole is asked for beside the rows
/// @param attribution id of the version of attribution that counts the conversions; null for what
///   is booked
public record ReportRequest(
        ReportQuery query,
        @Nullable Comparison comparison,
        boolean totals,
        @Nullable String attribution) {
    private static final String BEFORE = ".before";

    /// The rows alone.
    public static ReportRequest of(ReportQuery query) {
        return new ReportRequest(query, null, false, null);
    }

    /// The same of another range.
    public ReportRequest with(TimeRange range) {
        return new ReportRequest(query.with(range), comparison, totals, attribution);
    }

    /// The range that the report is compared with; null for none.
    public @Nullable TimeRange before() {
        return comparison == null ? null : comparison.beside(query.range(), query.zone());
    }

    /// Whether a version of attribution is compared with what is booked.
    boolean comparesBooked() {
        return comparison instanceof Comparison.Booked;
    }

    /// Names of the columns that the answer has.
    public List<String> columns() {
        return columns(query, comparison != null);
    }

    public static List<String> columns(ReportQuery query, boolean compared) {
        List<String> columns = new ArrayList<>();
        if (query.granularity() != ReportGranularity.TOTAL) {
            columns.add("start");
        }
        query.groupBy().forEach(dimension -> columns.add(query.nameOf(dimension)));
        if (query.asksForMoney()) {
            columns.add("currency");
        }
        for (Metric metric : query.metrics()) {
            columns.add(metric.wireName());
            if (compared) {
                columns.add(metric.wireName() + BEFORE);
            }
        }
        return columns;
    }

    /// The metric of a column, whichever of the two ranges it tells of; null for a column of
    /// another kind.
    public static @Nullable Metric metric(String column) {
        String name =
                column.endsWith(BEFORE)
                        ? column.substring(0, column.length() - BEFORE.length())
                        : column;
        return Metric.named(name).orElse(null);
    }
}
