package io.interlude.report.nofill;

import io.interlude.domain.rollup.CellSpan;
import io.interlude.journal.record.RenderFormatCodec;
import io.interlude.report.rollup.Dimension;
import io.interlude.report.rollup.Metric;
import io.interlude.report.rollup.ReportQuery;
import io.interlude.report.rollup.ReportQueryCodec;
import io.interlude.report.rollup.TimeRange;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.RollupCell;
import io.interlude.web.answer.QueryParameters;
import io.interlude.web.refusal.ProblemException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import org.springframework.util.MultiValueMap;

/// The query of a no-fill funnel: a report of fills, whose range, groups and filters are those of
/// the no-fills too.
record NoFillQuery(ReportQuery fills) {
    private static final List<String> NAMES =
            List.of("from", "to", "groupBy", "application", "adUnit", "format");

    /// The dimensions of a request that served nothing.
    private static final Set<Dimension> DIMENSIONS =
            Set.of(Dimension.APPLICATION, Dimension.AD_UNIT, Dimension.FORMAT);

    /// @param zone of the org
    /// @throws ProblemException `invalid_request`, naming the parameter at fault
    static NoFillQuery read(MultiValueMap<String, String> parameters, Instant now, ZoneId zone) {
        QueryParameters.of(parameters).only(NAMES);
        ReportQuery query = ReportQueryCodec.read(parameters, now, zone).query();
        if (!DIMENSIONS.containsAll(query.groupBy())) {
            throw QueryParameters.refusal(
                    "groupBy", "groupBy takes application, adUnit and format.");
        }
        return new NoFillQuery(
                new ReportQuery(
                        query.range(),
                        query.granularity(),
                        query.groupBy(),
                        List.of(Metric.FETCHES),
                        query.filters(),
                        true,
                        zone));
    }

    /// True when the no-fill is in this part of the range, and passes the filters.
    boolean keeps(AdNotFilled event, TimeRange part) {
        return !event.getOccurredAt().isBefore(part.from())
                && event.getOccurredAt().isBefore(part.to())
                && fills.filters().entrySet().stream()
                        .allMatch(filter ->
                                filter.getValue().contains(value(filter.getKey(), event)));
    }

    /// The values of the dimensions that are grouped by.
    List<String> group(AdNotFilled event) {
        return fills.groupBy().stream().map(dimension -> value(dimension, event)).toList();
    }

    /// The values of the dimensions that are grouped by.
    List<String> group(RollupCell cell) {
        return fills.groupBy().stream().map(dimension -> dimension.of(cell)).toList();
    }

    /// The time that the cell is of.
    TimeRange span(RollupCell cell) {
        CellSpan span =
                switch (cell.getGranularity()) {
                    case minute -> CellSpan.MINUTE;
                    case hour -> CellSpan.HOUR;
                    case day -> CellSpan.DAY;
                    case UNKNOWN -> throw new IllegalArgumentException("cell of unknown length");
                };
        Instant start = cell.getStartsAt();
        return new TimeRange(start, span.ceilingOf(start.plusMillis(1), fills.zone()));
    }

    private static String value(Dimension dimension, AdNotFilled event) {
        return switch (dimension) {
            case APPLICATION -> event.getApplicationId() == null ? "" : event.getApplicationId();
            case AD_UNIT -> event.getAdUnitCode();
            case FORMAT -> RenderFormatCodec.name(event.getFormat());
            case CAMPAIGN,
                    LINE_ITEM,
                    CREATIVE,
                    CONVERSION_GOAL,
                    CONVERSION_NAME,
                    EVENT_NAME,
                    ATTRIBUTE ->
                    "";
        };
    }
}
