package io.interlude.manage.flow;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.domain.flow.FlowSchema;
import io.interlude.manage.resource.Editor;
import io.interlude.manage.resource.ManagementRequests;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.limits.Place;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `POST /v1/manage/flows:validate`: what is wrong with a flow, saving nothing; and the schema of
/// flows at `/schemas/flow-1.json`, which needs no key.
public final class FlowHandler implements RouteGroup {
    private static final String VALIDATE = "/v1/manage/flows:validate";
    private static final String SCHEMA = "/schemas/flow-1.json";
    private static final String SCHEMA_TYPE = "application/schema+json";
    private static final Map<String, String> CACHED =
            Map.of(HttpHeaders.CACHE_CONTROL, "public, max-age=86400");

    private final ManagementRequests requests;

    public FlowHandler(ManagementRequests requests) {
        this.requests = requests;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, VALIDATE, this::validate)
                .handle(HttpMethod.GET, SCHEMA, _ -> schema());
    }

    private Mono<ServerResponse> validate(ServerRequest request) {
        Editor _ = requests.editor(request);
        return JsonBodies.objectOfAnyNumbers(request, ManagementRequests.MAX_BODY_BYTES)
                .publishOn(Place.of(request).sideWork())
                .flatMap(flow ->
                        Answers.json(200, Map.of("violations", FlowValidation.violations(flow))));
    }

    private static Mono<ServerResponse> schema() {
        byte[] json = FlowSchema.json().getBytes(UTF_8);
        return Answers.bytes(200, SCHEMA_TYPE, json, CACHED);
    }
}
