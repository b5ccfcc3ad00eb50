package io.interlude.report.funnel;

import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.HistoryFilter;
import io.interlude.journal.history.HistoryQuery;
import io.interlude.journal.history.JournalHistory;
import io.interlude.journal.history.JudgedEvent;
import io.interlude.journal.record.EventKind;
import io.interlude.report.answer.ReportHandler;
import io.interlude.report.journal.JournalPages;
import io.interlude.schema.EventType;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.QueryParameters;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `GET /v1/reports/flows/{creativeId}`: how people went through a flow, node by node, and `GET
/// /v1/reports/flows/{creativeId}/paths`: which ways they took, both folded from the journal's flow
/// events.
public final class FunnelHandler implements RouteGroup {
    private static final List<String> FUNNEL_NAMES = List.of("from", "to");
    private static final List<String> PATHS_NAMES = List.of("from", "to", "version", "limit");
    private static final int DEFAULT_PATHS = 50;
    private static final int PATHS_MAX = 200;
    private static final Set<EventType> STEPS = EventKind.FLOW_STEP.types();
    private static final Duration DEFAULT_RANGE = Duration.ofHours(24);

    /// An event may have occurred so much later than it was received, by its sender's clock.
    private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(5);

    private static final int READ_AT_ONCE = 5_000;
    private static final int FIRST_VERSION = 1;

    private final Authenticator authenticator;
    private final JournalHistory journal;
    private final Catalogues catalogues;
    private final InstantSource clock;
    private final Duration deadline;

    /// @param deadline after which an answer is given up
    public FunnelHandler(
            Authenticator authenticator,
            JournalHistory journal,
            Catalogues catalogues,
            InstantSource clock,
            Duration deadline) {
        this.authenticator = authenticator;
        this.journal = journal;
        this.catalogues = catalogues;
        this.clock = clock;
        this.deadline = deadline;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, "/v1/reports/flows/{creativeId}", this::funnel)
                .handle(HttpMethod.GET, "/v1/reports/flows/{creativeId}/paths", this::paths);
    }

    private Mono<ServerResponse> funnel(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, ReportHandler.READERS).orgId();
        String creativeId = request.pathVariable("creativeId");
        Range range = range(asked(request, FUNNEL_NAMES));
        FunnelFold fold = new FunnelFold(creativeId, range.from(), range.to());
        requireCreative(orgId, creativeId);
        return read(orgId, range, fold::add)
                .then(Mono.defer(() -> Answers.json(200, fold.json())))
                .timeout(deadline)
                .onErrorMap(TimeoutException.class, FunnelHandler::tooMuch);
    }

    private Mono<ServerResponse> paths(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, ReportHandler.READERS).orgId();
        String creativeId = request.pathVariable("creativeId");
        QueryParameters asked = asked(request, PATHS_NAMES);
        Range range = range(asked);
        Integer version =
                asked.number("version", 1, Integer.MAX_VALUE, "version is a number from 1 on.")
                        .orElse(null);
        int limit =
                asked.number(
                                "limit",
                                1,
                                PATHS_MAX,
                                "limit is a number from 1 to %d.".formatted(PATHS_MAX))
                        .orElse(DEFAULT_PATHS);
        requireCreative(orgId, creativeId);
        WalkFold fold = new WalkFold(creativeId, range.from(), range.to(), Place.of(request)::take);
        return read(orgId, range, fold::add)
                .then(Mono.fromSupplier(() -> json(creativeId, range, fold, version, limit)))
                .flatMap(json -> Answers.json(200, json))
                .timeout(deadline)
                .onErrorMap(TimeoutException.class, FunnelHandler::tooMuch);
    }

    private static Map<String, Object> json(
            String creativeId, Range range, WalkFold fold, @Nullable Integer version, int limit) {
        FlowPaths paths = fold.paths(version);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("creativeId", creativeId);
        json.put("from", range.from().toString());
        json.put("to", range.to().toString());
        json.put(
                "versions",
                fold.versionToWalks().entrySet().stream()
                        .map(entry -> Map.of("version", entry.getKey(), "walks", entry.getValue()))
                        .toList());
        if (version != null) {
            json.put("version", version);
        }
        if (fold.sample() < 1) {
            json.put("sample", fold.sample());
        }
        json.put("walks", paths.walks());
        json.put("ends", paths.ends());
        json.putAll(paths.paths(limit));
        json.put("tree", paths.tree());
        return json;
    }

    private Mono<Void> read(OrgId orgId, Range range, Consumer<JudgedEvent> fold) {
        return JournalPages.all(journal, query(orgId, range.from()))
                .doOnNext(page -> page.items().forEach(fold))
                .then();
    }

    private static QueryParameters asked(ServerRequest request, List<String> names) {
        return QueryParameters.of(request.queryParams())
                .only(names::contains, String.join(" or ", names));
    }

    private Range range(QueryParameters asked) {
        Optional<Instant> start = asked.instant("from");
        Optional<Instant> end = asked.instant("to");
        Instant from = start.orElseGet(() -> end.orElseGet(clock::instant).minus(DEFAULT_RANGE));
        Instant to = end.orElseGet(() -> clock.instant().plus(CLOCK_TOLERANCE));
        if (!from.isBefore(to)) {
            throw QueryParameters.refusal("from", "from must be earlier than to.");
        }
        return new Range(from, to);
    }

    /// Events may be reported long after they occurred, so the journal is read to its end.
    private static HistoryQuery query(OrgId orgId, Instant from) {
        return new HistoryQuery(
                orgId,
                from.minus(CLOCK_TOLERANCE),
                null,
                STEPS,
                Set.of(),
                HistoryFilter.ALL,
                false,
                READ_AT_ONCE,
                null,
                false,
                null);
    }

    private void requireCreative(OrgId orgId, String creativeId) {
        try {
            if (catalogues
                    .creativeVersion(orgId, new CreativeId(creativeId), FIRST_VERSION)
                    .isPresent()) {
                return;
            }
        } catch (IllegalArgumentException _) {
            // What cannot be an id is no creative's.
        }
        throw Problem.of(Reason.NOT_FOUND, "Your org has no creative with this id.").exception();
    }

    private static Throwable tooMuch(Throwable timeout) {
        return new StateUnavailableException(
                "the flow's events could not be read in time", timeout);
    }

    /// From a time on and up to another.
    private record Range(Instant from, Instant to) {}
}
