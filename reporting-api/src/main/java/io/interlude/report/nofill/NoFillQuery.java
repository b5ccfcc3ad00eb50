package io.interlude.report.nofill;

import io.interlude.report.rollup.Dimension;
import io.interlude.report.rollup.Metric;
import io.interlude.report.rollup.ReportQuery;
import io.interlude.report.rollup.ReportQueryCodec;
import io.interlude.schema.AdNotFilled;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.util.MultiValueMap;

/// What a no-fill funnel is asked for: a report of fills, whose range, groups and filters are those
/// of the no-fills too.
record NoFillQuery(ReportQuery fills) {
    private static final Set<String> NAMES =
            Set.of(
                    "from",
                    "to",
                    "groupBy",
                    "application",
                    "adUnit",
                    "format",
                    "key",
                    "apikey",
                    "apiKey");
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z]{1,32}");

    /// Those that a request has which served nothing.
    private static final Set<Dimension> DIMENSIONS =
            Set.of(Dimension.APPLICATION, Dimension.AD_UNIT, Dimension.FORMAT);

    /// @throws ProblemException `invalid_request`, naming the parameter at fault
    static NoFillQuery read(MultiValueMap<String, String> parameters, Instant now) {
        for (String name : parameters.keySet()) {
            if (!NAMES.contains(name)) {
                throw refusal(
                        PLAIN_NAME.matcher(name).matches() ? name : "query",
                        "No such parameter: use from, to, groupBy, application, adUnit or format.");
            }
        }
        ReportQuery query = ReportQueryCodec.read(parameters, now, ZoneOffset.UTC).query();
        if (!DIMENSIONS.containsAll(query.groupBy())) {
            throw refusal("groupBy", "groupBy takes application, adUnit and format.");
        }
        return new NoFillQuery(
                new ReportQuery(
                        query.range(),
                        query.granularity(),
                        query.groupBy(),
                        List.of(Metric.FETCHES),
                        query.filters()));
    }

    private static ProblemException refusal(String field, String description) {
        return Problem.ofField(Reason.INVALID_REQUEST, field, description).exception();
    }

    /// Whether the no-fill is in the range, and passes the filters.
    boolean keeps(AdNotFilled event) {
        return !event.getOccurredAt().isBefore(fills.range().from())
                && event.getOccurredAt().isBefore(fills.range().to())
                && fills.filters().entrySet().stream()
                        .allMatch(filter ->
                                filter.getValue().contains(value(filter.getKey(), event)));
    }

    /// The values of the dimensions that are grouped by.
    List<String> group(AdNotFilled event) {
        return fills.groupBy().stream().map(dimension -> value(dimension, event)).toList();
    }

    private static String value(Dimension dimension, AdNotFilled event) {
        return switch (dimension) {
            case APPLICATION -> event.getApplicationId() == null ? "" : event.getApplicationId();
            case AD_UNIT -> event.getAdUnitCode();
            case FORMAT -> Dimension.name(event.getFormat());
            case CAMPAIGN, LINE_ITEM, CREATIVE -> "";
        };
    }
}
