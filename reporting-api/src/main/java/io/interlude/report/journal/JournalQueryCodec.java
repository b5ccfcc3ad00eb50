package io.interlude.report.journal;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.history.HistoryQuery;
import io.interlude.schema.EventType;
import io.interlude.web.refusal.ProblemException;
import java.time.Duration;
import java.time.Instant;
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
    private static final List<String> NAMES =
            List.of("from", "to", "eventType", "messageId", "lineItem");
    private static final Map<String, EventType> NAME_TO_TYPE =
            Arrays.stream(EventType.values())
                    .filter(type -> type != EventType.UNKNOWN)
                    .collect(Collectors.toMap(EventType::name, Function.identity()));

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
                eventTypes(asked),
                fetchIds,
                Set.copyOf(asked.values("lineItem")),
                asked.limit(),
                asked.cursor());
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
                                    PageParameters.refusal(
                                            "messageId",
                                            "messageId is the messageId of a fetch.")));
        }
        return fetchIds;
    }

    private static Set<EventType> eventTypes(PageParameters asked) {
        Set<EventType> types = new LinkedHashSet<>();
        for (String name :
                asked.values("eventType").stream()
                        .flatMap(value -> Arrays.stream(value.split(",", -1)))
                        .map(String::strip)
                        .toList()) {
            EventType type = NAME_TO_TYPE.get(name);
            if (type == null) {
                throw PageParameters.refusal(
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
}
