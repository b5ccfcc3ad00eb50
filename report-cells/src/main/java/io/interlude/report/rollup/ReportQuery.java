package io.interlude.report.rollup;

import io.interlude.schema.RollupCell;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The query of a report.
///
/// @param metrics at least one
/// @param filters for each dimension the values to keep; a dimension that is missing keeps all
/// @param corrected whether corrections count
/// @param zone of the org, in which days begin
/// @param attribute that [Dimension#ATTRIBUTE] means; null where the report is by none
public record ReportQuery(
        TimeRange range,
        ReportGranularity granularity,
        List<Dimension> groupBy,
        List<Metric> metrics,
        Map<Dimension, Set<String>> filters,
        boolean corrected,
        ZoneId zone,
        @Nullable String attribute) {
    public ReportQuery {
        groupBy = List.copyOf(groupBy);
        metrics = List.copyOf(metrics);
        filters = Map.copyOf(filters);
    }

    /// By no attribute.
    public ReportQuery(
            TimeRange range,
            ReportGranularity granularity,
            List<Dimension> groupBy,
            List<Metric> metrics,
            Map<Dimension, Set<String>> filters,
            boolean corrected,
            ZoneId zone) {
        this(range, granularity, groupBy, metrics, filters, corrected, zone, null);
    }

    /// With corrections, of an org whose days are those of UTC.
    public ReportQuery(
            TimeRange range,
            ReportGranularity granularity,
            List<Dimension> groupBy,
            List<Metric> metrics,
            Map<Dimension, Set<String>> filters) {
        this(range, granularity, groupBy, metrics, filters, true, ZoneOffset.UTC);
    }

    /// The same of another range.
    public ReportQuery with(TimeRange other) {
        return new ReportQuery(
                other, granularity, groupBy, metrics, filters, corrected, zone, attribute);
    }

    /// The same without rows of time and dimensions. A request counts under each of an attribute's
    /// values, so that only a filter needs the cells by these.
    public ReportQuery ofTheWhole() {
        return new ReportQuery(
                range,
                ReportGranularity.TOTAL,
                List.of(),
                metrics,
                filters,
                corrected,
                zone,
                filters.containsKey(Dimension.ATTRIBUTE) ? attribute : null);
    }

    /// The dimension's name in columns.
    public String nameOf(Dimension dimension) {
        return dimension == Dimension.ATTRIBUTE
                ? Dimension.ATTRIBUTE_PREFIX + attribute
                : dimension.wireName();
    }

    /// True when a metric needs a currency beside it.
    public boolean asksForMoney() {
        return metrics.stream().anyMatch(Metric::isMoney);
    }

    /// True when reach has to be read beside the counters.
    public boolean asksForReach() {
        return metrics.contains(Metric.REACH);
    }

    /// True when the report tells what shadow line items would have done. Others leave out the
    /// cells that count it, so that neither a row nor a currency comes from them.
    public boolean asksForShadows() {
        return metrics.stream().anyMatch(Metric::isOfShadows);
    }

    /// True when the cell passes every filter.
    public boolean keeps(RollupCell cell) {
        return (corrected || !cell.getCorrection()) && passesFilters(cell);
    }

    private boolean passesFilters(RollupCell cell) {
        return filters.entrySet().stream()
                .allMatch(filter -> filter.getValue().contains(filter.getKey().of(cell)));
    }
}
