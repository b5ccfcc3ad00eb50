package io.interlude.report.journal;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.kit.history.HistoryQuery;
import io.interlude.kit.http.Problem;
import io.interlude.kit.http.ProblemException;
import io.interlude.kit.http.Reason;
import io.interlude.kit.rejected.RejectedCursor;
import io.interlude.report.rollup.ReportQueryCodec;
import io.interlude.schema.EventType;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/// Reads the query string of the journal. A parameter that there is not is refused, so that a
/// mistyped filter does not show more than was asked for.
final class JournalQueryCodec {
    static final int DEFAULT_LIMIT = 100;
    static final int LARGEST_LIMIT = 1_000;

    private static final Duration DEFAULT_RANGE = Duration.ofHours(24);
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(1);
    private static final Set<String> NAMES =
            Set.of(
                    "from",
                    "to",
                    "eventType",
                    "messageId",
                    "lineItem",
                    "limit",
                    "cursor",
                    "key",
                    "apikey",
                    "apiKey");
    private static final Map<String, EventType> NAME_TO_TYPE =
            Arrays.stream(EventType.values())
                    .filter(type -> type != EventType.UNKNOWN)
                    .collect(Collectors.toMap(EventType::name, Function.identity()));
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z]{1,32}");
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,6}");

    private JournalQueryCodec() {}

    /// The page of the org's journal that is asked for.
    ///
    /// @throws ProblemException `invalid_request`, naming the parameter at fault
    static HistoryQuery read(MultiValueMap<String, String> parameters, OrgId orgId, Instant now) {
        refuseUnknown(parameters.keySet());
        Instant to = ReportQueryCodec.instant(parameters, "to").orElse(null);
        Set<FetchId> fetchIds = fetchIds(parameters);
        Instant from =
                ReportQueryCodec.instant(parameters, "from")
                        .orElseGet(() -> defaultFrom(fetchIds, to, now));
        if (to != null && !from.isBefore(to)) {
            throw refusal("from", "from must be earlier than to.");
        }
        return new HistoryQuery(
                orgId,
                from,
                to,
                eventTypes(parameters),
                fetchIds,
                values(parameters, "lineItem").collect(Collectors.toSet()),
                limit(parameters),
                cursor(parameters));
    }

    private static void refuseUnknown(Set<String> names) {
        for (String name : names) {
            if (!NAMES.contains(name)) {
                throw refusal(
                        PLAIN_NAME.matcher(name).matches() ? name : "query",
                        "No such parameter: use from, to, eventType, messageId, lineItem, limit"
                                + " or cursor.");
            }
        }
    }

    /// All of the fetches that are named, else a day.
    private static Instant defaultFrom(Set<FetchId> fetchIds, @Nullable Instant to, Instant now) {
        Instant earliest = (to == null ? now : to).minus(DEFAULT_RANGE);
        return fetchIds.stream()
                .map(fetchId -> fetchId.madeAt().minus(CLOCK_SKEW))
                .reduce((one, other) -> one.isBefore(other) ? one : other)
                .filter(made -> !made.isBefore(Instant.EPOCH) && (to == null || made.isBefore(to)))
                .orElse(earliest);
    }

    private static Set<FetchId> fetchIds(MultiValueMap<String, String> parameters) {
        Set<FetchId> fetchIds = new LinkedHashSet<>();
        values(parameters, "messageId")
                .forEach(text ->
                        fetchIds.add(
                                FetchId.parse(text)
                                        .orElseThrow(() ->
                                                refusal(
                                                        "messageId",
                                                        "messageId is the messageId of a"
                                                                + " fetch."))));
        return fetchIds;
    }

    private static Set<EventType> eventTypes(MultiValueMap<String, String> parameters) {
        Set<EventType> types = new LinkedHashSet<>();
        for (String name :
                values(parameters, "eventType")
                        .flatMap(value -> Arrays.stream(value.split(",", -1)))
                        .map(String::strip)
                        .toList()) {
            EventType type = NAME_TO_TYPE.get(name);
            if (type == null) {
                throw refusal(
                        "eventType",
                        "eventType takes "
                                + NAME_TO_TYPE.keySet().stream()
                                        .sorted()
                                        .collect(Collectors.joining(", "))
                                + ".");
            }
            types.add(type);
        }
        return types;
    }

    private static int limit(MultiValueMap<String, String> parameters) {
        return values(parameters, "limit")
                .findFirst()
                .map(JournalQueryCodec::limit)
                .orElse(DEFAULT_LIMIT);
    }

    private static int limit(String text) {
        int limit = DIGITS.matcher(text).matches() ? Integer.parseInt(text) : 0;
        if (limit < 1 || limit > LARGEST_LIMIT) {
            throw refusal("limit", "limit is a number from 1 to " + LARGEST_LIMIT + ".");
        }
        return limit;
    }

    private static @Nullable RejectedCursor cursor(MultiValueMap<String, String> parameters) {
        return values(parameters, "cursor")
                .findFirst()
                .map(text -> RejectedCursor.parse(text).orElseThrow(JournalQueryCodec::badCursor))
                .orElse(null);
    }

    /// The refusal of a cursor that is none, or that belongs to another query.
    static ProblemException badCursor() {
        return refusal("cursor", "cursor is the nextCursor of the page before, of the same query.");
    }

    private static Stream<String> values(MultiValueMap<String, String> parameters, String name) {
        return parameters.getOrDefault(name, List.of()).stream()
                .filter(value -> value != null && !value.isBlank())
                .map(String::strip);
    }

    private static ProblemException refusal(String field, String description) {
        return Problem.ofField(Reason.INVALID_REQUEST, field, description).exception();
    }
}
