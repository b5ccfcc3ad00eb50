package io.interlude.manage.org;

import io.interlude.kit.http.Answers;
import io.interlude.kit.http.JsonBodies;
import io.interlude.kit.http.RouteGroup;
import io.interlude.kit.http.RouteTable;
import io.interlude.kit.keys.OperatorGate;
import io.interlude.manage.resource.ManagementRequests;
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
