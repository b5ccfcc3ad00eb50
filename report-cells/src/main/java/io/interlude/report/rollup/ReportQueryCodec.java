package io.interlude.report.rollup;

import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
    private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");
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
                    "cursor",
                    "key",
                    "apikey",
                    "apiKey");
    private static final String COMPARE = "compare";
    private static final Pattern PLAIN_NAME =
            Pattern.compile("[A-Za-z]{1,32}|attribute\\.[A-Za-z0-9_.-]{1,64}");

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
        refuseUnknown(parameters.keySet());
        String attribute = attribute(parameters, declared);
        List<Metric> metrics = metrics(parameters);
        if (attribute != null && metrics.contains(Metric.REACH)) {
            throw refusal("metrics", "reach is not counted by attributes.");
        }
        ReportGranularity granularity = granularity(parameters);
        ReportQuery query =
                new ReportQuery(
                        range(parameters, granularity, now),
                        granularity,
                        dimensions(parameters),
                        metrics,
                        filters(parameters, attribute),
                        corrected(parameters),
                        zone,
                        attribute);
        String attribution = attribution(parameters);
        if (attribute != null && attribution != null) {
            throw refusal(ATTRIBUTION, "Versions of attribution do not count by attributes.");
        }
        return new ReportRequest(
                query, comparison(parameters, query), flag(parameters, "totals"), attribution);
    }

    /// The id of the version of attribution that is asked for; null for what is booked.
    public static @Nullable String attribution(MultiValueMap<String, String> parameters) {
        String id = Optional.ofNullable(parameters.getFirst(ATTRIBUTION)).orElse("").strip();
        return id.isEmpty() ? null : id;
    }

    /// The one attribute that is grouped or filtered by; null for none.
    private static @Nullable String attribute(
            MultiValueMap<String, String> parameters, Set<String> declared) {
        Map<String, String> nameToField = new LinkedHashMap<>();
        names(parameters, GROUP_BY)
                .filter(ReportQueryCodec::isAttribute)
                .forEach(name -> nameToField.put(name, GROUP_BY));
        parameters.keySet().stream()
                .filter(ReportQueryCodec::isAttribute)
                .forEach(name -> nameToField.putIfAbsent(name, shown(name)));
        nameToField.forEach((name, field) -> {
            if (!declared.contains(name.substring(Dimension.ATTRIBUTE_PREFIX.length()))) {
                throw refusal(
                        field,
                        "Reports are by the attributes that the settings name in reportedAttributes"
                                + (declared.isEmpty()
                                        ? ", which are none."
                                        : ": " + String.join(", ", declared) + "."));
            }
        });
        if (nameToField.size() > 1) {
            throw refusal(
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

    /// A parameter's name as a refusal may repeat it.
    private static String shown(String name) {
        return PLAIN_NAME.matcher(name).matches() ? name : "query";
    }

    private static boolean flag(MultiValueMap<String, String> parameters, String name) {
        return switch (Optional.ofNullable(parameters.getFirst(name)).orElse("")) {
            case "", "false" -> false;
            case "true" -> true;
            default -> throw refusal(name, name + " is true or false.");
        };
    }

    /// `previous`, or two instants with a slash between them.
    private static @Nullable Comparison comparison(
            MultiValueMap<String, String> parameters, ReportQuery query) {
        String compare = Optional.ofNullable(parameters.getFirst(COMPARE)).orElse("").strip();
        if (compare.isEmpty()) {
            return null;
        }
        if (compare.equals("previous")) {
            Comparison previous = new Comparison.Previous();
            if (previous.beside(query.range(), query.zone()).from().isBefore(EARLIEST)) {
                throw refusal(COMPARE, "The range before this one begins before 1970.");
            }
            return previous;
        }
        if (compare.equals("booked")) {
            if (attribution(parameters) == null) {
                throw refusal(COMPARE, "compare=booked needs attribution.");
            }
            return new Comparison.Booked();
        }
        String[] ends = compare.split("/", -1);
        if (ends.length != 2) {
            throw refusal(COMPARE, "compare is previous, booked, or two instants: <from>/<to>.");
        }
        Instant from = instant(ends[0], COMPARE);
        Instant to = instant(ends[1], COMPARE);
        if (!from.isBefore(to)) {
            throw refusal(COMPARE, "The first instant of compare must be earlier than the second.");
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
            throw refusal(
                    COMPARE,
                    "With granularity %s the range of compare must be as long as the report's."
                            .formatted(query.granularity().wireName()));
        }
    }

    private static void refuseUnknown(Set<String> names) {
        for (String name : names) {
            if (!OWN_NAMES.contains(name)
                    && !isAttribute(name)
                    && Dimension.named(name).isEmpty()) {
                throw refusal(
                        shown(name),
                        "No such parameter: use from, to, granularity, groupBy, metrics, corrections, compare,"
                                + " totals, attribution, shadow, sort, limit, cursor"
                                + " or a"
                                + " dimension ("
                                + dimensionNames()
                                + ").");
            }
        }
    }

    private static boolean corrected(MultiValueMap<String, String> parameters) {
        String corrections = Optional.ofNullable(parameters.getFirst("corrections")).orElse("");
        return switch (corrections) {
            case "", "include" -> true;
            case "exclude" -> false;
            default -> throw refusal("corrections", "corrections is include or exclude.");
        };
    }

    private static ReportGranularity granularity(MultiValueMap<String, String> parameters) {
        String name = Optional.ofNullable(parameters.getFirst("granularity")).orElse("");
        if (name.isEmpty()) {
            return ReportGranularity.TOTAL;
        }
        return ReportGranularity.named(name)
                .orElseThrow(
                        () -> refusal("granularity", "granularity is minute, hour, day or total."));
    }

    private static TimeRange range(
            MultiValueMap<String, String> parameters, ReportGranularity granularity, Instant now) {
        Instant to = instant(parameters, "to").orElseGet(() -> now.plus(DEFAULT_LEAD));
        Instant from =
                instant(parameters, "from").orElseGet(() -> defaultFrom(parameters, to, now));
        if (!from.isBefore(to)) {
            throw refusal("from", "from must be earlier than to.");
        }
        TimeRange range = TimeRange.covering(from, to);
        Duration longest = granularity.longestRange();
        // Rounding to whole minutes adds up to two.
        if (range.length().compareTo(longest.plusMinutes(2)) > 0) {
            throw refusal(
                    "from",
                    "With granularity %s a report covers at most %d days: narrow from and to."
                            .formatted(granularity.wireName(), longest.toDays()));
        }
        return range;
    }

    private static Instant defaultFrom(
            MultiValueMap<String, String> parameters, Instant to, Instant now) {
        Instant end = parameters.containsKey("to") ? to : now;
        return end.minus(DEFAULT_RANGE);
    }

    /// The parameter as an instant; nothing when it is missing or empty.
    ///
    /// @throws ProblemException `invalid_request` if it is none
    public static Optional<Instant> instant(MultiValueMap<String, String> parameters, String name) {
        String text = Optional.ofNullable(parameters.getFirst(name)).orElse("").strip();
        return text.isEmpty() ? Optional.empty() : Optional.of(instant(text, name));
    }

    private static Instant instant(String text, String name) {
        try {
            // A plus sign that was not encoded arrives as a space.
            Instant instant = OffsetDateTime.parse(text.strip().replace(' ', '+')).toInstant();
            if (!instant.isBefore(EARLIEST) && instant.isBefore(LATEST)) {
                return instant;
            }
        } catch (DateTimeException unreadable) {
            throw notAnInstant(name);
        }
        throw notAnInstant(name);
    }

    private static ProblemException notAnInstant(String name) {
        return refusal(
                name,
                name + " is an ISO-8601 instant from 1970 to 2199, such as 2026-01-31T09:30:00Z.");
    }

    private static List<Dimension> dimensions(MultiValueMap<String, String> parameters) {
        return names(parameters, GROUP_BY)
                .map(name ->
                        isAttribute(name)
                                ? Dimension.ATTRIBUTE
                                : Dimension.named(name)
                                        .orElseThrow(() ->
                                                refusal(
                                                        GROUP_BY,
                                                        "groupBy takes " + dimensionNames() + ".")))
                .toList();
    }

    private static List<Metric> metrics(MultiValueMap<String, String> parameters) {
        List<Metric> metrics = names(parameters, "metrics").map(ReportQueryCodec::metric).toList();
        boolean shadow = flag(parameters, SHADOW);
        if (metrics.isEmpty()) {
            return shadow ? Metric.STANDARD_AND_SHADOWS : Metric.STANDARD;
        }
        if (!shadow && metrics.stream().anyMatch(Metric::isOfShadows)) {
            throw refusal("metrics", "wouldServe and wouldSpend need shadow=true.");
        }
        return metrics;
    }

    private static Metric metric(String name) {
        return Metric.named(name)
                .orElseThrow(() ->
                        refusal(
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
                throw refusal(
                        "format",
                        "format filters by "
                                + joined(Dimension.FORMATS, format -> format)
                                + "; for CSV send Accept: text/csv.");
            }
        }
        return Set.copyOf(kept);
    }

    /// The names of a list parameter, separated by commas or repeated, each once.
    public static Stream<String> names(MultiValueMap<String, String> parameters, String parameter) {
        return parameters.getOrDefault(parameter, List.of()).stream()
                .flatMap(value ->
                        Arrays.stream(value == null ? new String[0] : value.split(",", -1)))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .distinct();
    }

    private static String dimensionNames() {
        return joined(Dimension.BOOKED, Dimension::wireName);
    }

    private static <T> String joined(List<T> values, Function<T, String> name) {
        return String.join(", ", values.stream().map(name).toList());
    }

    private static ProblemException refusal(String field, String description) {
        return Problem.ofField(Reason.INVALID_REQUEST, field, description).exception();
    }
}
