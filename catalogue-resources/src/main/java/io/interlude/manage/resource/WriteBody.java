package io.interlude.manage.resource;

import io.interlude.manage.validation.Violations;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.answer.QueryParameters;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/// Body of a request that writes.
///
/// @param strict true to refuse fields that the resource does not have, false to warn of them
public record WriteBody(ObjectNode json, boolean strict) {
    private static final String STRICT = "strict";

    /// The body of a request about one resource.
    public static Mono<WriteBody> of(ServerRequest request) {
        return of(request, ManagementRequests.MAX_BODY_BYTES);
    }

    public static Mono<WriteBody> of(ServerRequest request, int maxBytes) {
        return JsonBodies.object(request, maxBytes)
                .map(json -> new WriteBody(json, isStrict(request)));
    }

    /// The body of a request that may have none.
    public static Mono<WriteBody> orEmpty(ServerRequest request) {
        return JsonBodies.objectOrEmpty(request, ManagementRequests.MAX_BODY_BYTES)
                .map(json -> new WriteBody(json, isStrict(request)));
    }

    private static boolean isStrict(ServerRequest request) {
        return QueryParameters.isOn(request.queryParams(), STRICT);
    }

    /// Takes the rules that the body breaks.
    public Violations violations() {
        return new Violations(strict);
    }
}
