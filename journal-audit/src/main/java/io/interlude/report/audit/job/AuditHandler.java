package io.interlude.report.audit.job;

import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.domain.identity.OrgId;
import io.interlude.report.answer.ReportHandler;
import io.interlude.report.audit.count.AuditRequest;
import io.interlude.schema.AuditRecorded;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.job.Jobs;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `POST /v1/audits` starts an audit of an org's cells, `GET /v1/audits/{id}` tells how far it is
/// and what it found, and `GET /v1/audits` lists the latest.
public final class AuditHandler implements RouteGroup {
    private static final String PATH = "/v1/audits";
    private static final int MAX_BODY_BYTES = 64 * 1024;

    private final Authenticator authenticator;
    private final AuditRun run;
    private final Jobs<AuditRequest, AuditResult, AuditRecorded> audits;
    private final Catalogues catalogues;
    private final InstantSource clock;

    public AuditHandler(
            Authenticator authenticator,
            AuditRun run,
            Jobs<AuditRequest, AuditResult, AuditRecorded> audits,
            Catalogues catalogues,
            InstantSource clock) {
        this.authenticator = authenticator;
        this.run = run;
        this.audits = audits;
        this.catalogues = catalogues;
        this.clock = clock;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, PATH, this::start)
                .handle(HttpMethod.GET, PATH, this::list)
                .handle(HttpMethod.GET, PATH + "/{id}", this::find);
    }

    private Mono<ServerResponse> start(ServerRequest request) {
        Caller caller = authenticator.authenticate(request, ReportHandler.READERS);
        OrgId orgId = caller.orgId();
        return JsonBodies.objectOrEmpty(request, MAX_BODY_BYTES)
                .map(body ->
                        AuditRequestCodec.read(
                                body,
                                orgId,
                                clock.instant(),
                                catalogues.timeZone(orgId).orElse(ZoneOffset.UTC)))
                .doOnNext(run::check)
                .flatMap(asked ->
                        Mono.fromFuture(
                                () -> audits.start(orgId, asked, caller.actor().recorded()), true))
                .publishOn(Place.of(request).sideWork())
                .flatMap(job ->
                        Answers.json(
                                202, audits.brief(job), Map.of("Location", PATH + '/' + job.id())));
    }

    private Mono<ServerResponse> list(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, ReportHandler.READERS).orgId();
        return Answers.json(200, Map.of("items", audits.list(orgId)));
    }

    private Mono<ServerResponse> find(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, ReportHandler.READERS).orgId();
        // What was found may be half a MiB of JSON, packed.
        return Mono.fromSupplier(() -> audits.find(orgId, request.pathVariable("id")))
                .subscribeOn(Place.of(request).sideWork())
                .flatMap(audit ->
                        Answers.json(
                                200,
                                audit.orElseThrow(() ->
                                        Problem.of(
                                                        Reason.NOT_FOUND,
                                                        "Your org has no audit with this id.")
                                                .exception())));
    }
}
