package io.interlude.report.funnel;

import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.HistoryFilter;
import io.interlude.journal.history.HistoryQuery;
import io.interlude.journal.history.JournalHistory;
import io.interlude.report.answer.ReportHandler;
import io.interlude.report.journal.JournalPages;
import io.interlude.report.rollup.ReportQueryCodec;
import io.interlude.schema.EventType;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Answers;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.springframework.http.HttpMethod;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `GET /v1/reports/flows/{creativeId}`: how people went through a flow, folded from the journal's
/// flow events.
public final class FunnelHandler implements RouteGroup {
    private static final Set<String> NAMES = Set.of("from", "to", "key", "apikey", "apiKey");
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z]{1,32}");
    private static final Set<EventType> STEPS =
            Set.of(
                    EventType.node_visit,
                    EventType.choice_tap,
                    EventType.nlu_match,
                    EventType.flow_complete,
                    EventType.flow_abandon);
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
        routes.handle(HttpMethod.GET, "/v1/reports/flows/{creativeId}", this::funnel);
    }

    private Mono<ServerResponse> funnel(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, ReportHandler.READERS).orgId();
        FunnelFold fold = fold(request.queryParams(), request.pathVariable("creativeId"));
        HistoryQuery query = query(orgId, request.queryParams());
        requireCreative(orgId, request.pathVariable("creativeId"));
        return JournalPages.all(journal, query)
                .doOnNext(page -> page.items().forEach(fold::add))
                .then(Mono.defer(() -> Answers.json(200, fold.json())))
                .timeout(deadline)
                .onErrorMap(TimeoutException.class, FunnelHandler::tooMuch);
    }

    private FunnelFold fold(MultiValueMap<String, String> parameters, String creativeId) {
        refuseUnknown(parameters.keySet());
        Instant from = from(parameters);
        Instant to =
                ReportQueryCodec.instant(parameters, "to")
                        .orElseGet(() -> clock.instant().plus(CLOCK_TOLERANCE));
        if (!from.isBefore(to)) {
            throw refusal("from", "from must be earlier than to.");
        }
        return new FunnelFold(creativeId, from, to);
    }

    private Instant from(MultiValueMap<String, String> parameters) {
        return ReportQueryCodec.instant(parameters, "from")
                .orElseGet(() ->
                        ReportQueryCodec.instant(parameters, "to")
                                .orElseGet(clock::instant)
                                .minus(DEFAULT_RANGE));
    }

    /// Events may be reported long after they occurred, so the journal is read to its end.
    private HistoryQuery query(OrgId orgId, MultiValueMap<String, String> parameters) {
        return new HistoryQuery(
                orgId,
                from(parameters).minus(CLOCK_TOLERANCE),
                null,
                STEPS,
                Set.of(),
                HistoryFilter.ALL,
                false,
                READ_AT_ONCE,
                null,
                false);
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

    private static void refuseUnknown(Set<String> names) {
        for (String name : names) {
            if (!NAMES.contains(name)) {
                throw refusal(
                        PLAIN_NAME.matcher(name).matches() ? name : "query",
                        "No such parameter: use from or to.");
            }
        }
    }

    private static ProblemException refusal(String field, String description) {
        return Problem.ofField(Reason.INVALID_REQUEST, field, description).exception();
    }
}
