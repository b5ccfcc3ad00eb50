package io.interlude.manage.simulation;

import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.json.Json;
import io.interlude.manage.resource.WriteBody;
import io.interlude.manage.validation.Fields;
import io.interlude.manage.validation.Violations;
import io.interlude.schema.SimulationRecorded;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Answers;
import io.interlude.web.job.Jobs;
import io.interlude.web.limits.SideWork;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/// `POST /v1/simulations` starts a simulation, `GET /v1/simulations/{id}` tells how far it is and
/// what came of it, and `GET /v1/simulations` lists the latest.
public final class SimulationHandler implements RouteGroup {
    private static final String PATH = "/v1/simulations";
    private static final String FROM = "from";
    private static final String TO = "to";
    private static final String CHANGES = "changes";
    private static final Set<KeyKind> READERS = EnumSet.of(KeyKind.MGMT, KeyKind.READ);
    private static final Duration LONGEST = Duration.ofDays(3_660);

    private final Authenticator authenticator;
    private final SimulationRun run;
    private final Jobs<SimulationRequest, SimulationResult, SimulationRecorded> simulations;

    public SimulationHandler(
            Authenticator authenticator,
            SimulationRun run,
            Jobs<SimulationRequest, SimulationResult, SimulationRecorded> simulations) {
        this.authenticator = authenticator;
        this.run = run;
        this.simulations = simulations;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, PATH, this::start)
                .handle(HttpMethod.GET, PATH, this::list)
                .handle(HttpMethod.GET, PATH + "/{id}", this::find);
    }

    private Mono<ServerResponse> start(ServerRequest request) {
        Caller caller = authenticator.authenticate(request, READERS);
        return WriteBody.of(request)
                .publishOn(SideWork.of(caller.orgId().value()))
                .flatMap(body -> start(body, caller));
    }

    private Mono<ServerResponse> start(WriteBody body, Caller caller) {
        Violations violations = body.violations();
        SimulationRequest asked = read(body, violations, caller);
        run.check(asked, violations);
        OrgId orgId = caller.orgId();
        return Mono.fromFuture(
                        () -> simulations.start(orgId, asked, caller.actor().recorded()), true)
                .publishOn(SideWork.of(orgId.value()))
                .flatMap(job -> {
                    ObjectNode json = Json.MAPPER.valueToTree(simulations.brief(job));
                    violations.warnings().addTo(json);
                    return Answers.json(202, json, Map.of("Location", PATH + '/' + job.id()));
                });
    }

    private SimulationRequest read(WriteBody body, Violations violations, Caller caller) {
        Fields fields = Fields.of(body.json(), violations);
        fields.require(FROM);
        fields.require(TO);
        Instant from = fields.instant(FROM);
        Instant to = fields.instant(TO);
        Fields changes = fields.object(CHANGES);
        if (changes != null) {
            changes.know(changes.json().propertyNames());
        }
        violations.refuseIfAny(Reason.INVALID_REQUEST);
        fields.noteUnknown();
        if (from == null || to == null || !from.isBefore(to)) {
            throw refusal(FROM, "from must be earlier than to.");
        }
        if (Duration.between(from, to).compareTo(LONGEST) > 0) {
            throw refusal(
                    FROM,
                    "A simulation covers at most %d days: narrow from and to."
                            .formatted(LONGEST.toDays()));
        }
        return new SimulationRequest(
                caller.orgId(),
                from,
                to,
                changes == null ? Json.MAPPER.createObjectNode() : changes.json());
    }

    private static ProblemException refusal(String field, String description) {
        return Problem.ofField(Reason.INVALID_REQUEST, field, description).exception();
    }

    private Mono<ServerResponse> list(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, READERS).orgId();
        return Answers.json(200, Map.of("items", simulations.list(orgId)));
    }

    private Mono<ServerResponse> find(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, READERS).orgId();
        return Mono.fromSupplier(() -> simulations.find(orgId, request.pathVariable("id")))
                .subscribeOn(SideWork.of(orgId.value()))
                .flatMap(found ->
                        Answers.json(
                                200,
                                found.orElseThrow(() ->
                                        Problem.of(
                                                        Reason.NOT_FOUND,
                                                        "Your org has no simulation with this id.")
                                                .exception())));
    }
}
