package io.interlude.manage.org;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.json.Json;
import io.interlude.manage.key.Keys;
import io.interlude.manage.resource.Editor;
import io.interlude.manage.resource.ManagementRequests;
import io.interlude.manage.resource.Page;
import io.interlude.manage.resource.ResourceCommands;
import io.interlude.manage.resource.ResourceJson;
import io.interlude.manage.resource.WriteBody;
import io.interlude.manage.validation.Violations;
import io.interlude.schema.ApiKeyChanged;
import io.interlude.web.access.OperatorGate;
import io.interlude.web.answer.Answers;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/operator/orgs`, with the operator's token: makes, lists, renames and suspends orgs, and
/// gives one a key when its own are lost.
public final class OrgHandler implements RouteGroup {
    private static final String ID = "id";
    private static final String ALL = "/v1/operator/orgs";
    private static final String ONE = ALL + "/{" + ID + "}";

    private final OperatorGate gate;
    private final OrgCommands commands;
    private final Keys keys;
    private final ResourceCommands resources;

    public OrgHandler(
            OperatorGate gate, OrgCommands commands, Keys keys, ResourceCommands resources) {
        this.gate = gate;
        this.commands = commands;
        this.keys = keys;
        this.resources = resources;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, ALL, this::create)
                .handle(HttpMethod.GET, ALL, this::list)
                .handle(HttpMethod.PATCH, ONE, this::change)
                .handle(HttpMethod.POST, ONE + "/keys", this::makeKey);
    }

    private Mono<ServerResponse> create(ServerRequest request) {
        gate.require(request);
        return WriteBody.of(request).flatMap(this::create);
    }

    private Mono<ServerResponse> create(WriteBody body) {
        Violations violations = body.violations();
        return ManagementRequests.outcome(() -> commands.create(body.json(), violations))
                .flatMap(org -> {
                    ObjectNode json = Json.MAPPER.valueToTree(org);
                    violations.warnings().addTo(json);
                    return Answers.json(201, json);
                });
    }

    private Mono<ServerResponse> list(ServerRequest request) {
        gate.require(request);
        Page.Wanted wanted = Page.Wanted.of(request);
        return Answers.json(
                200, Page.of(commands.after(wanted.afterId()), wanted).map(OrgJson::of));
    }

    private Mono<ServerResponse> change(ServerRequest request) {
        gate.require(request);
        OrgId orgId = orgId(request);
        return WriteBody.of(request)
                .flatMap(body -> ManagementRequests.outcome(() -> commands.change(orgId, body)))
                .flatMap(changed -> {
                    ObjectNode json = OrgJson.of(changed.value());
                    changed.warnings().addTo(json);
                    return Answers.json(200, json);
                });
    }

    private Mono<ServerResponse> makeKey(ServerRequest request) {
        gate.require(request);
        OrgId orgId = orgId(request);
        return WriteBody.orEmpty(request)
                .flatMap(body ->
                        ManagementRequests.outcome(() -> {
                            commands.require(orgId);
                            return resources.create(
                                    keys, new Editor(orgId, null), ofManagement(body));
                        }))
                .flatMap(this::made);
    }

    /// The operator gives management keys unless told otherwise.
    private static WriteBody ofManagement(WriteBody body) {
        ObjectNode json = body.json().deepCopy();
        if (!json.has(Keys.KIND)) {
            json.put(Keys.KIND, "mgmt");
        }
        return new WriteBody(json, body.strict());
    }

    private Mono<ServerResponse> made(ResourceCommands.Written<ApiKeyChanged> written) {
        ObjectNode json = ResourceJson.answer(keys, written.value());
        written.shownOnce().forEach(json::put);
        written.warnings().addTo(json);
        return Answers.json(201, json);
    }

    private static OrgId orgId(ServerRequest request) {
        return new OrgId(request.pathVariable(ID));
    }
}
