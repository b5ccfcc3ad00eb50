package io.interlude.report.journal;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.CountingVerdict;
import io.interlude.journal.history.HistoryFilter;
import io.interlude.journal.history.HistoryQuery;
import io.interlude.report.manifest.ManifestCursor;
import io.interlude.report.manifest.SealedHours;
import io.interlude.schema.EventType;
import io.interlude.web.answer.QueryParameters;
import io.interlude.web.refusal.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.util.MultiValueMap;

/// Reads the query string of the journal.
final class JournalQueryCodec {
    private static final Duration DEFAULT_RANGE = Duration.ofHours(24);
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(1);
    private static final String SEALED_HOUR = "sealedHour";
    private static final String SEALED_FROM = "sealedFrom";
    private static final String SEALED_TO = "sealedTo";
    private static final List<String> NAMES =
            List.of(
                    "from",
                    "to",
                    "order",
                    "eventType",
                    "messageId",
                    "lineItem",
                    "creative",
                    "adUnit",
                    "application",
                    "verdict",
                    SEALED_HOUR,
                    SEALED_FROM,
                    SEALED_TO);
    private static final List<String> RANGE = List.of("from", "to");
    private static final Map<String, EventType> NAME_TO_TYPE =
            Arrays.stream(EventType.values())
                    .filter(type -> type != EventType.UNKNOWN)
                    .collect(Collectors.toMap(EventType::name, Function.identity()));

    private static final Map<String, CountingVerdict> NAME_TO_VERDICT =
            Arrays.stream(CountingVerdict.values())
                    .collect(Collectors.toMap(CountingVerdict::wireName, Function.identity()));

    private JournalQueryCodec() {}

    /// The page of the org's journal that is asked for.
    ///
    /// @throws ProblemException `invalid_request`, naming the parameter at fault
    static HistoryQuery read(MultiValueMap<String, String> parameters, OrgId orgId, Instant now) {
        PageParameters asked = PageParameters.of(parameters, NAMES);
        Set<FetchId> fetchIds = fetchIds(asked);
        PageParameters.Range range = asked.range(to -> defaultFrom(fetchIds, to, now));
        return new HistoryQuery(
                orgId,
                range.from(),
                range.to(),
                chosen(asked, "eventType", NAME_TO_TYPE),
                fetchIds,
                new HistoryFilter(
                        Set.copyOf(asked.values("lineItem")),
                        Set.copyOf(asked.values("creative")),
                        Set.copyOf(asked.values("adUnit")),
                        Set.copyOf(asked.values("application")),
                        verdicts(asked),
                        null),
                newestFirst(asked),
                asked.limit(),
                asked.cursor(),
                false,
                null);
    }

    /// The sealed hour whose events are asked for; empty where the range is one of time.
    ///
    /// @throws ProblemException `invalid_request`, naming the parameter at fault
    static Optional<SealedHours.Asked> sealedHour(MultiValueMap<String, String> parameters) {
        PageParameters asked = PageParameters.of(parameters, NAMES);
        Optional<Instant> hour = asked.query().instant(SEALED_HOUR);
        for (String name : hour.isPresent() ? RANGE : List.of(SEALED_FROM, SEALED_TO)) {
            if (!asked.values(name).isEmpty()) {
                throw QueryParameters.refusal(
                        name,
                        hour.isPresent()
                                ? "sealedHour is the range: leave %s out.".formatted(name)
                                : "%s needs sealedHour.".formatted(name));
            }
        }
        return hour.map(start -> {
            if (!start.equals(start.truncatedTo(ChronoUnit.HOURS))) {
                throw QueryParameters.refusal(SEALED_HOUR, "sealedHour is the start of an hour.");
            }
            return new SealedHours.Asked(
                    start,
                    place(asked, SEALED_FROM, SealedHours.Asked.BEGINNING),
                    place(asked, SEALED_TO, SealedHours.Asked.END));
        });
    }

    private static long place(PageParameters asked, String name, long otherwise) {
        return asked.query()
                .parsed(name, ManifestCursor::parse, name + " is the cursor of a manifest.")
                .orElse(otherwise);
    }

    private static boolean newestFirst(PageParameters asked) {
        String order = asked.values("order").stream().findFirst().orElse("asc");
        return switch (order) {
            case "asc" -> false;
            case "desc" -> true;
            default -> throw QueryParameters.refusal("order", "order is asc or desc.");
        };
    }

    private static Set<CountingVerdict> verdicts(PageParameters asked) {
        return chosen(asked, "verdict", NAME_TO_VERDICT);
    }

    /// The named values of a parameter, separated by commas or repeated.
    private static <E> Set<E> chosen(
            PageParameters asked, String parameter, Map<String, E> nameToValue) {
        Set<E> chosen = new LinkedHashSet<>();
        for (String names : asked.values(parameter)) {
            for (String name : names.split(",", -1)) {
                E value = nameToValue.get(name.strip());
                if (value == null) {
                    throw QueryParameters.refusal(
                            parameter,
                            parameter
                                    + " takes "
                                    + nameToValue.keySet().stream()
                                            .sorted()
                                            .collect(Collectors.joining(", "))
                                    + ".");
                }
                chosen.add(value);
            }
        }
        return chosen;
    }

    /// All of the fetches that are named, else a day.
    private static Instant defaultFrom(Set<FetchId> fetchIds, Optional<Instant> to, Instant now) {
        return fetchIds.stream()
                .map(fetchId -> fetchId.madeAt().minus(CLOCK_SKEW))
                .reduce((one, other) -> one.isBefore(other) ? one : other)
                .filter(made -> !made.isBefore(Instant.EPOCH))
                .filter(made -> to.map(made::isBefore).orElse(true))
                .orElseGet(() -> to.orElse(now).minus(DEFAULT_RANGE));
    }

    private static Set<FetchId> fetchIds(PageParameters asked) {
        Set<FetchId> fetchIds = new LinkedHashSet<>();
        for (String text : asked.values("messageId")) {
            fetchIds.add(
                    FetchId.parse(text)
                            .orElseThrow(() ->
                                    QueryParameters.refusal(
                                            "messageId",
                                            "messageId is the messageId of a fetch.")));
        }
        return fetchIds;
    }
}
