package io.interlude.manage.org;

import io.interlude.manage.resource.ManagementRequests;
import io.interlude.web.access.OperatorGate;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `POST /v1/operator/orgs`, with the operator's token.
public final class OrgHandler implements RouteGroup {
    private final OperatorGate gate;
    private final OrgCommands commands;

    public OrgHandler(OperatorGate gate, OrgCommands commands) {
        this.gate = gate;
        this.commands = commands;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, "/v1/operator/orgs", this::create);
    }

    private Mono<ServerResponse> create(ServerRequest request) {
        gate.require(request);
        return JsonBodies.object(request, ManagementRequests.MAX_BODY_BYTES)
                .flatMap(body -> ManagementRequests.outcome(() -> commands.create(body)))
                .flatMap(org -> Answers.json(201, org));
    }
}
