package io.interlude.local.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNullElse;

import io.interlude.kit.http.Answers;
import io.interlude.kit.http.RouteGroup;
import io.interlude.kit.http.RouteTable;
import io.interlude.schema.registry.rest.RegistryRequest;
import io.interlude.schema.registry.rest.RegistryRequestHandler;
import io.interlude.schema.registry.rest.RegistryResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.util.UriUtils;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/// Serves the embedded registry under `/registry`, so that stock clients need only that URL.
/// Reading needs no key, as schemas hold nothing but field names and their meaning; on a public
/// address put a gateway before it, since anybody may also register.
public final class RegistryRoutes implements RouteGroup {
    private static final String PREFIX = "/registry";
    private static final int LARGEST_BODY_BYTES = 1 << 20;

    private final RegistryRequestHandler registry;
    private final Scheduler blocking;

    /// @param blocking where calls run: a registration waits for the journal
    public RegistryRoutes(RegistryRequestHandler registry, Scheduler blocking) {
        this.registry = registry;
        this.blocking = blocking;
    }

    @Override
    public void register(RouteTable routes) {
        for (HttpMethod method :
                List.of(HttpMethod.GET, HttpMethod.POST, HttpMethod.PUT, HttpMethod.DELETE)) {
            routes.handle(method, PREFIX, this::answer);
            routes.handle(method, PREFIX + "/{*path}", this::answer);
        }
    }

    private Mono<ServerResponse> answer(ServerRequest request) {
        return DataBufferUtils.join(request.exchange().getRequest().getBody(), LARGEST_BODY_BYTES)
                .map(RegistryRoutes::text)
                .defaultIfEmpty("")
                .publishOn(blocking)
                .map(body -> registry.handle(registryRequest(request, body)))
                .flatMap(RegistryRoutes::response);
    }

    private static String text(DataBuffer buffer) {
        try {
            return buffer.toString(UTF_8);
        } finally {
            DataBufferUtils.release(buffer);
        }
    }

    private static RegistryRequest registryRequest(ServerRequest request, String body) {
        String below = request.uri().getRawPath().substring(PREFIX.length());
        List<String> path =
                Stream.of(below.split("/"))
                        .filter(segment -> !segment.isEmpty())
                        .map(segment -> UriUtils.decode(segment, UTF_8))
                        .toList();
        return new RegistryRequest(request.method().name(), path, query(request), body);
    }

    /// A parameter that has no value has an empty one.
    private static Map<String, String> query(ServerRequest request) {
        Map<String, String> query = new HashMap<>();
        request.queryParams()
                .toSingleValueMap()
                .forEach((name, value) -> query.put(name, requireNonNullElse(value, "")));
        return query;
    }

    private static Mono<ServerResponse> response(RegistryResponse response) {
        Map<String, String> headers =
                response.allow().isEmpty()
                        ? Map.of()
                        : Map.of("Allow", String.join(", ", response.allow()));
        return Answers.bytes(
                response.status(),
                RegistryResponse.CONTENT_TYPE,
                response.body().getBytes(UTF_8),
                headers);
    }
}
