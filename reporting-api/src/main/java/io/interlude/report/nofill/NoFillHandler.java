package io.interlude.report.nofill;

import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.HistoryFilter;
import io.interlude.journal.history.HistoryQuery;
import io.interlude.journal.history.JournalHistory;
import io.interlude.report.answer.ReportHandler;
import io.interlude.report.journal.JournalPages;
import io.interlude.report.rollup.ReportReader;
import io.interlude.report.rollup.TimeRange;
import io.interlude.schema.EventType;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Answers;
import io.interlude.web.limits.OrgGate;
import io.interlude.web.limits.Place;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/// `GET /v1/reports/no-fill`: the funnel from requests to fills, from the report cells. Those that
/// earlier versions made do not tell what stopped a request: the no-fills of their time are read
/// from the journal.
public final class NoFillHandler implements RouteGroup {
    /// A decision is written so long after its request at most.
    private static final Duration WRITTEN_WITHIN = Duration.ofMinutes(1);

    private static final int READ_AT_ONCE = 5_000;

    private final Authenticator authenticator;
    private final Catalogues catalogues;
    private final JournalHistory journal;
    private final ReportReader reports;
    private final InstantSource clock;
    private final Duration deadline;

    /// The cells of one answer are kept until all of them are read.
    private final OrgGate gate = new OrgGate(1, Schedulers.parallel()::schedule);

    /// @param deadline after which an answer is given up
    public NoFillHandler(
            Authenticator authenticator,
            Catalogues catalogues,
            JournalHistory journal,
            ReportReader reports,
            InstantSource clock,
            Duration deadline) {
        this.authenticator = authenticator;
        this.catalogues = catalogues;
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
        NoFillQuery query =
                NoFillQuery.read(
                        request.queryParams(),
                        clock.instant(),
                        catalogues.timeZone(orgId).orElse(ZoneOffset.UTC));
        NoFillFold fold = new NoFillFold(query, Place.of(request)::take);
        return gate.of(orgId.value(), answer(orgId, query, fold))
                .timeout(deadline)
                .onErrorMap(TimeoutException.class, NoFillHandler::tooMuch);
    }

    private Mono<ServerResponse> answer(OrgId orgId, NoFillQuery query, NoFillFold fold) {
        return reports.cells(orgId, query.fills(), fold::add)
                .doOnNext(fold::miss)
                .thenMany(Flux.defer(() -> Flux.fromIterable(fold.unexplained())))
                .concatMap(
                        part ->
                                JournalPages.all(journal, noFills(orgId, part))
                                        .doOnNext(page ->
                                                page.items()
                                                        .forEach(event -> fold.add(event, part))),
                        1)
                .then(Mono.defer(() -> Answers.json(200, fold.json(), fold.headers())));
    }

    private static HistoryQuery noFills(OrgId orgId, TimeRange part) {
        return new HistoryQuery(
                orgId,
                part.from(),
                part.to().plus(WRITTEN_WITHIN),
                Set.of(EventType.no_fill),
                Set.of(),
                HistoryFilter.ALL,
                false,
                READ_AT_ONCE,
                null,
                true,
                null);
    }

    private static Throwable tooMuch(Throwable timeout) {
        return new StateUnavailableException("the no-fills could not be read in time", timeout);
    }
}
