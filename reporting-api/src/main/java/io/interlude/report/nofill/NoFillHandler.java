package io.interlude.report.nofill;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.HistoryFilter;
import io.interlude.journal.history.HistoryQuery;
import io.interlude.journal.history.JournalHistory;
import io.interlude.report.answer.ReportHandler;
import io.interlude.report.journal.JournalPages;
import io.interlude.report.rollup.ReportReader;
import io.interlude.schema.EventType;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Answers;
import io.interlude.web.limits.Place;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `GET /v1/reports/no-fill`: the funnel from requests to fills. The fills come from the report
/// cells, the requests that served nothing from the journal, whose verdicts no cell has.
public final class NoFillHandler implements RouteGroup {
    /// A decision is written so long after its request at most.
    private static final Duration WRITTEN_WITHIN = Duration.ofMinutes(1);

    private static final int READ_AT_ONCE = 5_000;

    private final Authenticator authenticator;
    private final JournalHistory journal;
    private final ReportReader reports;
    private final InstantSource clock;
    private final Duration deadline;

    /// @param deadline after which an answer is given up
    public NoFillHandler(
            Authenticator authenticator,
            JournalHistory journal,
            ReportReader reports,
            InstantSource clock,
            Duration deadline) {
        this.authenticator = authenticator;
        this.journal = journal;
        this.reports = reports;
        this.clock = clock;
        this.deadline = deadline;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, "/v1/reports/no-fill", this::funnel);
    }

    private Mono<ServerResponse> funnel(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, ReportHandler.READERS).orgId();
        NoFillQuery query = NoFillQuery.read(request.queryParams(), clock.instant());
        NoFillFold fold = new NoFillFold(query);
        HistoryQuery noFills = noFills(orgId, query);
        return JournalPages.all(journal, noFills)
                .doOnNext(page -> page.items().forEach(fold::add))
                .then(reports.read(orgId, query.fills(), Place.of(request)::take))
                .flatMap(fills -> {
                    fold.add(fills);
                    return Answers.json(200, fold.json(), fills.headers());
                })
                .timeout(deadline)
                .onErrorMap(TimeoutException.class, NoFillHandler::tooMuch);
    }

    private static HistoryQuery noFills(OrgId orgId, NoFillQuery query) {
        return new HistoryQuery(
                orgId,
                query.fills().range().from(),
                query.fills().range().to().plus(WRITTEN_WITHIN),
                Set.of(EventType.no_fill),
                Set.of(),
                HistoryFilter.ALL,
                false,
                READ_AT_ONCE,
                null);
    }

    private static Throwable tooMuch(Throwable timeout) {
        return new StateUnavailableException("the no-fills could not be read in time", timeout);
    }
}
