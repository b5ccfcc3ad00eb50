package io.interlude.report.rollup;

import io.interlude.web.answer.QueryParameters;
import io.interlude.web.refusal.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/// Reads the query string of a report. A parameter that no report has is refused: a filter that is
/// silently dropped would make every number wrong.
public final class ReportQueryCodec {
    /// Range of a report that names no start.
    static final Duration DEFAULT_RANGE = Duration.ofHours(24);

    /// How far a default range reaches past now: clocks of applications may run ahead, and events
    /// up to this much later than now are accepted.
    static final Duration DEFAULT_LEAD = Duration.ofMinutes(5);

    private static final Instant EARLIEST = Instant.EPOCH;
    private static final String GROUP_BY = "groupBy";
    private static final String SHADOW = "shadow";
    private static final String ATTRIBUTION = "attribution";
    private static final Set<String> OWN_NAMES =
            Set.of(
                    "from",
                    "to",
                    "granularity",
                    GROUP_BY,
                    "metrics",
                    "corrections",
                    "compare",
                    "totals",
                    ATTRIBUTION,
                    SHADOW,
                    "sort",
                    "limit",
                    "cursor");
    private static final String COMPARE = "compare";
    private static final Pattern PLAIN_ATTRIBUTE =
            Pattern.compile("attribute\\.[A-Za-z0-9_.-]{1,64}");

    private static final String USE =
            "from, to, granularity, groupBy, metrics, corrections, compare, totals, attribution,"
                    + " shadow, sort, limit, cursor or a dimension ("
                    + dimensionNames()
                    + ")";

    private ReportQueryCodec() {}

    /// The report that is asked for, of an org that declared no attributes.
    ///
    /// @param zone of the org
    /// @throws ProblemException `invalid_request`, naming the parameter at fault
    public static ReportRequest read(
            MultiValueMap<String, String> parameters, Instant now, ZoneId zone) {
        return read(parameters, now, zone, Set.of());
    }

    /// The same.
    ///
    /// @param declared attributes of requests that the org's reports can be by
    public static ReportRequest read(
            MultiValueMap<String, String> parameters,
            Instant now,
            ZoneId zone,
            Set<String> declared) {
        QueryParameters asked = QueryParameters.of(parameters).only(ReportQueryCodec::isKnown, USE);
        String attribute = attribute(parameters, declared);
        List<Metric> metrics = metrics(parameters);
        if (attribute != null && metrics.contains(Metric.REACH)) {
            throw QueryParameters.refusal("metrics", "reach is not counted by attributes.");
        }
        ReportGranularity granularity = granularity(parameters);
        ReportQuery query =
                new ReportQuery(
                        range(asked, granularity, now),
                        granularity,
                        dimensions(asked),
                        metrics,
                        filters(parameters, attribute),
                        corrected(parameters),
                        zone,
                        attribute);
        String attribution = attribution(parameters);
        if (attribute != null && attribution != null) {
            throw QueryParameters.refusal(
                    ATTRIBUTION, "Versions of attribution do not count by attributes.");
        }
        return new ReportRequest(
                query, comparison(parameters, query), flag(parameters, "totals"), attribution);
    }

    /// The id of the version of attribution that is asked for; null for what is booked.
    public static @Nullable String attribution(MultiValueMap<String, String> parameters) {
        return QueryParameters.of(parameters).value(ATTRIBUTION).orElse(null);
    }

    /// The one attribute that is grouped or filtered by; null for none.
    private static @Nullable String attribute(
            MultiValueMap<String, String> parameters, Set<String> declared) {
        Map<String, String> nameToField = new LinkedHashMap<>();
        QueryParameters.of(parameters)
                .names(GROUP_BY)
                .filter(ReportQueryCodec::isAttribute)
                .forEach(name -> nameToField.put(name, GROUP_BY));
        parameters.keySet().stream()
                .filter(ReportQueryCodec::isAttribute)
                .forEach(name -> nameToField.putIfAbsent(name, shown(name)));
        nameToField.forEach((name, field) -> {
            if (!declared.contains(name.substring(Dimension.ATTRIBUTE_PREFIX.length()))) {
                throw QueryParameters.refusal(
                        field,
                        "Reports are by the attributes that the settings name in reportedAttributes"
                                + (declared.isEmpty()
                                        ? ", which are none."
                                        : ": " + String.join(", ", declared) + "."));
            }
        });
        if (nameToField.size() > 1) {
            throw QueryParameters.refusal(
                    nameToField.values().iterator().next(),
                    "A report is by one attribute at most.");
        }
        return nameToField.keySet().stream()
                .findFirst()
                .map(name -> name.substring(Dimension.ATTRIBUTE_PREFIX.length()))
                .orElse(null);
    }

    private static boolean isAttribute(String name) {
        return name.startsWith(Dimension.ATTRIBUTE_PREFIX);
    }

    /// An attribute's parameter as a refusal may repeat it.
    private static String shown(String name) {
        return PLAIN_ATTRIBUTE.matcher(name).matches() ? name : "query";
    }

    private static boolean flag(MultiValueMap<String, String> parameters, String name) {
        return switch (Optional.ofNullable(parameters.getFirst(name)).orElse("")) {
            case "", "false" -> false;
            case "true" -> true;
            default -> throw QueryParameters.refusal(name, name + " is true or false.");
        };
    }

    /// `previous`, or two instants with a slash between them.
    private static @Nullable Comparison comparison(
            MultiValueMap<String, String> parameters, ReportQuery query) {
        String compare = QueryParameters.of(parameters).value(COMPARE).orElse("");
        if (compare.isEmpty()) {
            return null;
        }
        if (compare.equals("previous")) {
            Comparison previous = new Comparison.Previous();
            if (previous.beside(query.range(), query.zone()).from().isBefore(EARLIEST)) {
                throw QueryParameters.refusal(
                        COMPARE, "The range before this one begins before 1970.");
            }
            return previous;
        }
        if (compare.equals("booked")) {
            if (attribution(parameters) == null) {
                throw QueryParameters.refusal(COMPARE, "compare=booked needs attribution.");
            }
            return new Comparison.Booked();
        }
        String[] ends = compare.split("/", -1);
        if (ends.length != 2) {
            throw QueryParameters.refusal(
                    COMPARE, "compare is previous, booked, or two instants: <from>/<to>.");
        }
        Instant from = QueryParameters.instant(ends[0], COMPARE);
        Instant to = QueryParameters.instant(ends[1], COMPARE);
        if (!from.isBefore(to)) {
            throw QueryParameters.refusal(
                    COMPARE, "The first instant of compare must be earlier than the second.");
        }
        TimeRange other = TimeRange.covering(from, to);
        refuseUnlike(query, other);
        return new Comparison.With(other);
    }

    private static void refuseUnlike(ReportQuery query, TimeRange other) {
        boolean rowsOfTime = query.granularity() != ReportGranularity.TOTAL;
        int rows = query.granularity().rowStarts(query.range(), query.zone()).size();
        Duration longest = query.granularity().longestRange().plusMinutes(2);
        if (other.length().compareTo(longest) > 0
                || (rowsOfTime
                        && query.granularity().rowStarts(other, query.zone()).size() != rows)) {
            throw QueryParameters.refusal(
                    COMPARE,
                    "With granularity %s the range of compare must be as long as the report's."
                            .formatted(query.granularity().wireName()));
        }
    }

    private static boolean isKnown(String name) {
        return OWN_NAMES.contains(name) || isAttribute(name) || Dimension.named(name).isPresent();
    }

    private static boolean corrected(MultiValueMap<String, String> parameters) {
        String corrections = Optional.ofNullable(parameters.getFirst("corrections")).orElse("");
        return switch (corrections) {
            case "", "include" -> true;
            case "exclude" -> false;
            default ->
                    throw QueryParameters.refusal(
                            "corrections", "corrections is include or exclude.");
        };
    }

    private static ReportGranularity granularity(MultiValueMap<String, String> parameters) {
        String name = Optional.ofNullable(parameters.getFirst("granularity")).orElse("");
        if (name.isEmpty()) {
            return ReportGranularity.TOTAL;
        }
        return ReportGranularity.named(name)
                .orElseThrow(() ->
                        QueryParameters.refusal(
                                "granularity", "granularity is minute, hour, day or total."));
    }

    private static TimeRange range(
            QueryParameters asked, ReportGranularity granularity, Instant now) {
        Optional<Instant> end = asked.instant("to");
        Instant to = end.orElseGet(() -> now.plus(DEFAULT_LEAD));
        Instant from = asked.instant("from").orElseGet(() -> end.orElse(now).minus(DEFAULT_RANGE));
        if (!from.isBefore(to)) {
            throw QueryParameters.refusal("from", "from must be earlier than to.");
        }
        TimeRange range = TimeRange.covering(from, to);
        Duration longest = granularity.longestRange();
        // Rounding to whole minutes adds up to two.
        if (range.length().compareTo(longest.plusMinutes(2)) > 0) {
            throw QueryParameters.refusal(
                    "from",
                    "With granularity %s a report covers at most %d days: narrow from and to."
                            .formatted(granularity.wireName(), longest.toDays()));
        }
        return range;
    }

    private static List<Dimension> dimensions(QueryParameters asked) {
        return asked.names(GROUP_BY)
                .map(name ->
                        isAttribute(name)
                                ? Dimension.ATTRIBUTE
                                : Dimension.named(name)
                                        .orElseThrow(() ->
                                                QueryParameters.refusal(
                                                        GROUP_BY,
                                                        "groupBy takes " + dimensionNames() + ".")))
                .toList();
    }

    private static List<Metric> metrics(MultiValueMap<String, String> parameters) {
        List<Metric> metrics =
                QueryParameters.of(parameters)
                        .names("metrics")
                        .map(ReportQueryCodec::metric)
                        .toList();
        boolean shadow = flag(parameters, SHADOW);
        if (metrics.isEmpty()) {
            return shadow ? Metric.STANDARD_AND_SHADOWS : Metric.STANDARD;
        }
        if (!shadow && metrics.stream().anyMatch(Metric::isOfShadows)) {
            throw QueryParameters.refusal("metrics", "wouldServe and wouldSpend need shadow=true.");
        }
        return metrics;
    }

    private static Metric metric(String name) {
        return Metric.named(name)
                .orElseThrow(() ->
                        QueryParameters.refusal(
                                "metrics",
                                "metrics takes " + joined(Metric.ALL, Metric::wireName) + "."));
    }

    private static Map<Dimension, Set<String>> filters(
            MultiValueMap<String, String> parameters, @Nullable String attribute) {
        Map<Dimension, Set<String>> filters = new EnumMap<>(Dimension.class);
        for (Dimension dimension : Dimension.values()) {
            String name =
                    dimension == Dimension.ATTRIBUTE
                            ? Dimension.ATTRIBUTE_PREFIX + attribute
                            : dimension.wireName();
            List<String> values = parameters.getOrDefault(name, List.of());
            if (!values.isEmpty()) {
                filters.put(dimension, filter(dimension, values));
            }
        }
        return filters;
    }

    private static Set<String> filter(Dimension dimension, List<String> values) {
        Set<String> kept = new LinkedHashSet<>();
        for (@Nullable String value : values) {
            kept.add(value == null ? "" : value);
        }
        if (dimension == Dimension.FORMAT) {
            if (!Dimension.FORMATS.containsAll(kept)) {
                throw QueryParameters.refusal(
                        "format",
                        "format filters by "
                                + joined(Dimension.FORMATS, format -> format)
                                + "; for CSV send Accept: text/csv.");
            }
        }
        return Set.copyOf(kept);
    }

    private static String dimensionNames() {
        return joined(Dimension.BOOKED, Dimension::wireName);
    }

    private static <T> String joined(List<T> values, Function<T, String> name) {
        return String.join(", ", values.stream().map(name).toList());
    }
}
