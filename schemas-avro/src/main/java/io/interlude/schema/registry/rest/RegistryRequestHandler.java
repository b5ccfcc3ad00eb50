package io.interlude.schema.registry.rest;

import io.interlude.schema.registry.RegistryError;
import io.interlude.schema.registry.RegistryException;
import io.interlude.schema.registry.SchemaRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Confluent's REST interface to a registry, for any HTTP server. Safe for use by many threads. A
/// request that changes something waits for the journal, so don't call it from an event loop; the
/// server bounds the size of the body.
public final class RegistryRequestHandler {
    private final List<RegistryRoute> routes;

    public RegistryRequestHandler(SchemaRegistry registry) {
        this.routes =
                Stream.of(
                                List.of(RegistryRoute.of("GET", "", _ -> RegistryJson.object())),
                                new SubjectRoutes(registry).routes(),
                                new SchemaRoutes(registry).routes(),
                                new CompatibilityRoutes(registry).routes(),
                                new SettingRoutes(registry).routes())
                        .flatMap(List::stream)
                        .toList();
    }

    /// True when the request asks for a change. Reads nothing of the body.
    public boolean isWrite(RegistryRequest request) {
        return routes.stream()
                .filter(route -> route.method().equals(request.method()))
                .anyMatch(route -> route.writes() && route.match(request.path()).isPresent());
    }

    /// An answer that refuses the request before it is handled, in Confluent's form.
    public static RegistryResponse refusal(int status, int errorCode, String message) {
        String body =
                RegistryJson.object()
                        .put("error_code", errorCode)
                        .put("message", message)
                        .toString();
        return new RegistryResponse(status, body, List.of());
    }

    /// Answers a request; refusals are answers too, with Confluent's error codes.
    public RegistryResponse handle(RegistryRequest request) {
        try {
            return routes.stream()
                    .filter(route -> route.method().equals(request.method()))
                    .flatMap(route -> answer(route, request).stream())
                    .findFirst()
                    .orElseGet(() -> noRoute(request));
        } catch (RegistryException refused) {
            return refusal(refused, List.of());
        }
    }

    private static Optional<RegistryResponse> answer(RegistryRoute route, RegistryRequest request) {
        Optional<Map<String, String>> variables = route.match(request.path());
        return variables
                .map(found -> route.handler().apply(new RegistryCall(request, found)))
                .map(body -> new RegistryResponse(200, body.toString(), List.of()));
    }

    private RegistryResponse noRoute(RegistryRequest request) {
        List<String> allow =
                routes.stream()
                        .filter(route -> route.match(request.path()).isPresent())
                        .map(RegistryRoute::method)
                        .distinct()
                        .toList();
        return allow.isEmpty()
                ? refusal(RegistryError.NO_SUCH_RESOURCE.because("HTTP 404 Not Found"), allow)
                : refusal(
                        RegistryError.METHOD_NOT_ALLOWED.because("HTTP 405 Method Not Allowed"),
                        allow);
    }

    private static RegistryResponse refusal(RegistryException refused, List<String> allow) {
        RegistryError error = refused.error();
        String body = refusal(error.status(), error.code(), refused.reason()).body();
        return new RegistryResponse(error.status(), body, allow);
    }
}
