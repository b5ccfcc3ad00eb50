package io.interlude.report.manifest;

import io.interlude.domain.identity.OrgId;
import io.interlude.report.answer.ReportHandler;
import io.interlude.web.access.Authenticator;
import io.interlude.web.access.OperatorGate;
import io.interlude.web.answer.Answers;
import io.interlude.web.limits.Place;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `GET /v1/journal/manifests` lists manifests of the journal, without offsets and counts, which
/// would tell an org how much the others do; `GET /v1/operator/manifests` lists them with both.
/// `GET /v1/journal/manifests/keys` has the public keys, and needs no key.
public final class ManifestHandler implements RouteGroup {
    private static final String PATH = "/v1/journal/manifests";
    private static final String OPERATOR_PATH = "/v1/operator/manifests";

    /// Asks for no org.
    private static final OrgId OPERATOR = new OrgId("");

    private static final Map<String, String> KEY_HEADERS =
            Map.of("Cache-Control", "no-cache", "Access-Control-Allow-Origin", "*");

    private final Authenticator authenticator;
    private final OperatorGate gate;
    private final ManifestJournal journal;
    private final SealingProgress progress;
    private final ManifestKeys keys;
    private final InstantSource clock;

    public ManifestHandler(
            Authenticator authenticator,
            OperatorGate gate,
            ManifestJournal journal,
            SealingProgress progress,
            ManifestKeys keys,
            InstantSource clock) {
        this.authenticator = authenticator;
        this.gate = gate;
        this.journal = journal;
        this.progress = progress;
        this.keys = keys;
        this.clock = clock;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, PATH, this::listForOrg)
                .handle(HttpMethod.GET, OPERATOR_PATH, this::listForOperator)
                .handle(HttpMethod.GET, PATH + "/keys", this::keys);
    }

    private Mono<ServerResponse> listForOrg(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, ReportHandler.READERS).orgId();
        return list(request, orgId, (page, sealedTo) -> ManifestJson.ofOrg(page, sealedTo, orgId));
    }

    private Mono<ServerResponse> listForOperator(ServerRequest request) {
        gate.require(request);
        return list(request, OPERATOR, ManifestJson::ofAll);
    }

    private Mono<ServerResponse> list(
            ServerRequest request,
            OrgId orgId,
            BiFunction<ManifestPage, Optional<Instant>, Map<String, Object>> json) {
        ManifestQuery query = ManifestQueryCodec.read(request.queryParams(), clock.instant());
        return Mono.fromFuture(() -> journal.page(orgId, query))
                .zipWhen(this::sealedTo)
                .publishOn(Place.of(request).sideWork())
                .flatMap(told -> Answers.json(200, json.apply(told.getT1(), told.getT2())));
    }

    /// Told where the list ends.
    private Mono<Optional<Instant>> sealedTo(ManifestPage page) {
        return page.isLast()
                ? Mono.fromFuture(() -> progress.sealedTo(clock.instant()))
                : Mono.just(Optional.empty());
    }

    private Mono<ServerResponse> keys(ServerRequest request) {
        return Answers.json(200, Map.of("keys", keys.jwks()), KEY_HEADERS);
    }
}
