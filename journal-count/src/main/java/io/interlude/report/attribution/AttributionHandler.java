package io.interlude.report.attribution;

import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.catalogue.key.Role;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.domain.identity.OrgId;
import io.interlude.schema.topic.Topics;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.answer.QueryParameters;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `POST /v1/attributions` begins a version of attribution, `GET /v1/attributions/{id}` tells how
/// far it is, and `GET /v1/attributions` lists them.
public final class AttributionHandler implements RouteGroup {
    private static final String PATH = "/v1/attributions";
    private static final int MAX_BODY_BYTES = 64 * 1024;
    private static final Set<KeyKind> READERS = EnumSet.of(KeyKind.MGMT, KeyKind.READ);

    private final Authenticator authenticator;
    private final Attributions attributions;
    private final CatalogueRecords records;
    private final InstantSource clock;

    public AttributionHandler(
            Authenticator authenticator,
            Attributions attributions,
            CatalogueRecords records,
            InstantSource clock) {
        this.authenticator = authenticator;
        this.attributions = attributions;
        this.records = records;
        this.clock = clock;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, PATH, this::start)
                .handle(HttpMethod.GET, PATH, this::list)
                .handle(HttpMethod.GET, PATH + "/{id}", this::find);
    }

    private Mono<ServerResponse> start(ServerRequest request) {
        Caller caller = authenticator.authenticate(request, READERS);
        OrgId orgId = caller.orgId();
        return JsonBodies.object(request, MAX_BODY_BYTES)
                .map(body ->
                        AttributionJson.read(
                                body,
                                QueryParameters.isOn(request.queryParams(), "strict"),
                                orgId,
                                goal -> isGoal(orgId, goal),
                                clock.instant().truncatedTo(ChronoUnit.MILLIS),
                                caller.actor().recorded()))
                .flatMap(asked ->
                        Mono.fromFuture(
                                        () -> attributions.start(asked.attribution(), most(caller)),
                                        true)
                                .map(asked::answer))
                .publishOn(Place.of(request).sideWork())
                .flatMap(body ->
                        Answers.json(202, body, Map.of("Location", PATH + '/' + body.get("id"))));
    }

    private static int most(Caller caller) {
        boolean books = caller.kind() == KeyKind.MGMT && caller.actor().may(Role.TRAFFICKER);
        return books ? Attributions.OF_ORG_MAX : Attributions.OF_READERS_MAX;
    }

    private boolean isGoal(OrgId orgId, String id) {
        return records.latest(Topics.CONVERSION_GOALS, orgId, id)
                .filter(goal -> !goal.getArchived())
                .isPresent();
    }

    private Mono<ServerResponse> list(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, READERS).orgId();
        return Answers.json(200, Map.of("items", attributions.list(orgId)));
    }

    private Mono<ServerResponse> find(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, READERS).orgId();
        return attributions
                .find(orgId, request.pathVariable("id"))
                .map(found -> Answers.json(200, found))
                .orElseThrow(() ->
                        Problem.of(
                                        Reason.NOT_FOUND,
                                        "Your org has no version of attribution with this id.")
                                .exception());
    }
}
