package io.interlude.report.answer;

import io.interlude.report.rollup.Report;
import io.interlude.report.rollup.ReportRequest;
import io.interlude.report.rollup.TimeRange;
import io.interlude.web.answer.QueryParameters;
import io.interlude.web.refusal.ProblemException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/// The requested rows of a report, and their order.
///
/// A cursor names the first row of its page, and the range that took effect on the first one, so
/// that pages of a report up to now are pages of one report. Counts of pages are as new as each
/// page. It belongs to the parameters it was given with.
///
/// @param range of the page before; null for the first page
/// @param fingerprint of the parameters
public record ReportPaging(
        ReportOrder order, int offset, int limit, @Nullable TimeRange range, int fingerprint) {
    private static final Set<String> OWN_NAMES = Set.of("limit", "cursor");
    private static final Pattern CURSOR =
            Pattern.compile("(\\d{1,9}),(-?\\d{1,12}),(-?\\d{1,12}),(-?\\d{1,11})");

    /// The page that is asked for.
    ///
    /// @throws ProblemException `invalid_request`, naming the parameter at fault
    public static ReportPaging read(
            MultiValueMap<String, String> parameters, ReportRequest request) {
        int fingerprint = fingerprint(parameters);
        ReportOrder order = order(parameters, request.columns());
        int limit = limit(parameters);
        String cursor = Optional.ofNullable(parameters.getFirst("cursor")).orElse("");
        if (cursor.isEmpty()) {
            return new ReportPaging(order, 0, limit, null, fingerprint);
        }
        Matcher parts = CURSOR.matcher(decoded(cursor));
        if (!parts.matches() || !parts.group(4).equals(Integer.toString(fingerprint))) {
            throw noCursor();
        }
        return new ReportPaging(
                order,
                Integer.parseInt(parts.group(1)),
                limit,
                new TimeRange(minute(parts.group(2)), minute(parts.group(3))),
                fingerprint);
    }

    /// The request of the page: that of the first one.
    public ReportRequest of(ReportRequest request) {
        return range == null ? request : request.with(range);
    }

    /// The rows of the page.
    Report page(Report report) {
        List<List<Object>> rows = order.sort(report).rows();
        int from = Math.min(offset, rows.size());
        return report.with(rows.subList(from, end(from, rows.size())));
    }

    /// Cursor of the page after; nothing when there is none.
    Optional<String> next(Report report) {
        int rows = report.rows().size();
        int end = end(Math.min(offset, rows), rows);
        if (end >= rows) {
            return Optional.empty();
        }
        TimeRange pinned = report.query().range();
        String cursor =
                "%d,%d,%d,%d"
                        .formatted(
                                end,
                                pinned.from().getEpochSecond(),
                                pinned.to().getEpochSecond(),
                                fingerprint);
        return Optional.of(
                Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(cursor.getBytes(StandardCharsets.US_ASCII)));
    }

    private int end(int from, int rows) {
        return (int) Math.min((long) from + limit, rows);
    }

    private static ReportOrder order(
            MultiValueMap<String, String> parameters, List<String> columns) {
        List<ReportOrder.Key> keys = new ArrayList<>();
        for (String name :
                QueryParameters.of(parameters)
                        .names("sort")
                        .collect(Collectors.toCollection(LinkedHashSet::new))) {
            boolean descending = name.startsWith("-");
            String column = descending ? name.substring(1) : name;
            if (!columns.contains(column)) {
                throw QueryParameters.refusal(
                        "sort", "sort takes columns of the report, with - in front to descend.");
            }
            keys.add(new ReportOrder.Key(column, descending));
        }
        return new ReportOrder(keys);
    }

    private static int limit(MultiValueMap<String, String> parameters) {
        String limit = Optional.ofNullable(parameters.getFirst("limit")).orElse("");
        if (limit.isEmpty()) {
            return Integer.MAX_VALUE;
        }
        if (!limit.matches("\\d{1,5}") || Integer.parseInt(limit) < 1) {
            throw QueryParameters.refusal("limit", "limit is a whole number from 1 to 99999.");
        }
        return Integer.parseInt(limit);
    }

    /// Of every parameter but the ones that may change from page to page.
    private static int fingerprint(MultiValueMap<String, String> parameters) {
        TreeMap<String, List<String>> sorted = new TreeMap<>(parameters);
        sorted.keySet().removeAll(OWN_NAMES);
        sorted.keySet().removeAll(QueryParameters.API_KEYS);
        return sorted.hashCode();
    }

    private static String decoded(String cursor) {
        try {
            return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII);
        } catch (IllegalArgumentException e) {
            throw noCursor();
        }
    }

    private static Instant minute(String epochSecond) {
        return Instant.ofEpochSecond(Long.parseLong(epochSecond));
    }

    private static ProblemException noCursor() {
        return QueryParameters.refusal(
                "cursor", "cursor is the nextCursor of a page with otherwise the same parameters.");
    }
}
