package io.interlude.report.answer;

import io.interlude.report.rollup.Metric;
import io.interlude.report.rollup.Report;
import io.interlude.report.rollup.ReportRequest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// By which columns the rows of a report are sorted. Rows that are equal in all of them stay in the
/// usual order: by start, then by the dimensions.
///
/// @param keys the most important first; none leaves the usual order
public record ReportOrder(List<Key> keys) {
    public static final ReportOrder USUAL = new ReportOrder(List.of());

    public ReportOrder {
        keys = List.copyOf(keys);
    }

    /// A column. Amounts compare as numbers, whatever their currency.
    public record Key(String column, boolean descending) {}

    /// The report with its rows in this order.
    Report sort(Report report) {
        if (keys.isEmpty()) {
            return report;
        }
        List<List<Object>> rows = new ArrayList<>(report.rows());
        rows.sort(comparator(report));
        return report.with(rows);
    }

    private Comparator<List<Object>> comparator(Report report) {
        Comparator<List<Object>> comparator = (_, _) -> 0;
        for (Key key : keys) {
            int column = report.columns().indexOf(key.column());
            Metric metric = ReportRequest.metric(key.column());
            boolean money = metric != null && metric.isMoney();
            Comparator<List<Object>> one =
                    (left, right) -> compare(left.get(column), right.get(column), money);
            comparator = comparator.thenComparing(key.descending() ? one.reversed() : one);
        }
        return comparator;
    }

    private static int compare(Object left, Object right, boolean money) {
        return switch (left) {
            case Long number -> number.compareTo((Long) right);
            case Double share -> share.compareTo((Double) right);
            default ->
                    money
                            ? new BigDecimal((String) left)
                                    .compareTo(new BigDecimal((String) right))
                            : ((String) left).compareTo((String) right);
        };
    }
}
