package io.interlude.local.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNullElse;

import io.interlude.schema.registry.rest.RegistryRequest;
import io.interlude.schema.registry.rest.RegistryRequestHandler;
import io.interlude.schema.registry.rest.RegistryResponse;
import io.interlude.web.access.OperatorGate;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.RequestBodies;
import io.interlude.web.refusal.ErrorMapping;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.util.UriUtils;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/// Serves the embedded registry under `/registry`, so that stock clients need only that URL.
/// Reading needs no key, as schemas hold nothing but field names and their meaning; writing needs
/// the operator token. A page of another site can neither write nor ask with a body.
public final class RegistryRoutes implements RouteGroup {
    private static final String PREFIX = "/registry";

    /// Of a body, which is parsed to a tree of some thirty times as much.
    private static final int LARGEST_BODY_BYTES = 256 << 10;

    /// Calls at a time, each with its tree and its answer.
    private static final int CALLS = 4;

    private static final Set<String> MEDIA_TYPES =
            Set.of(
                    RegistryResponse.CONTENT_TYPE,
                    "application/vnd.schemaregistry+json",
                    MediaType.APPLICATION_JSON_VALUE);

    private final Supplier<RegistryRequestHandler> registry;
    private final OperatorGate operator;
    private final Scheduler blocking;
    private final Semaphore calls = new Semaphore(CALLS);

    /// @param registry asked with each request
    /// @param operator lets writes pass
    /// @param blocking where calls run: a registration waits for the journal
    public RegistryRoutes(
            Supplier<RegistryRequestHandler> registry, OperatorGate operator, Scheduler blocking) {
        this.registry = registry;
        this.operator = operator;
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
        return refusal(request)
                .map(Mono::just)
                .orElseGet(() -> handled(request))
                .flatMap(RegistryRoutes::response);
    }

    /// What speaks against the request before its body is read.
    private Optional<RegistryResponse> refusal(ServerRequest request) {
        if (request.method().equals(HttpMethod.GET)) {
            return Optional.empty();
        }
        if (isForeign(request)) {
            return Optional.of(refusal(403, "A page of another site may not do this"));
        }
        if (!request.method().equals(HttpMethod.DELETE) && !isJson(request)) {
            return Optional.of(
                    refusal(
                            415,
                            "Send the body as Content-Type: " + RegistryResponse.CONTENT_TYPE));
        }
        if (registry.get().isWrite(registryRequest(request, ""))) {
            try {
                operator.requireBearerOrBasic(request);
            } catch (ProblemException refused) {
                return Optional.of(refusal(refused.problem()));
            }
        }
        return Optional.empty();
    }

    /// Only browsers send an origin, and those of this server send its own.
    private static boolean isForeign(ServerRequest request) {
        String origin = request.headers().firstHeader(HttpHeaders.ORIGIN);
        String host = request.headers().firstHeader(HttpHeaders.HOST);
        return origin != null
                && !origin.equalsIgnoreCase("http://" + host)
                && !origin.equalsIgnoreCase("https://" + host);
    }

    private static boolean isJson(ServerRequest request) {
        String type = request.headers().firstHeader(HttpHeaders.CONTENT_TYPE);
        int end = type == null ? -1 : type.indexOf(';');
        return type != null
                && MEDIA_TYPES.contains(
                        (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT));
    }

    /// Its code is the status and two digits, as Confluent's are.
    private static RegistryResponse refusal(int status, String message) {
        return RegistryRequestHandler.refusal(status, status * 100 + 1, message);
    }

    private static RegistryResponse refusal(Problem problem) {
        return refusal(problem.reason().status(), problem.description());
    }

    private Mono<RegistryResponse> handled(ServerRequest request) {
        return RequestBodies.read(request, LARGEST_BODY_BYTES)
                .map(body -> new String(body, UTF_8))
                .defaultIfEmpty("")
                .publishOn(blocking)
                .map(body -> call(registryRequest(request, body)))
                .onErrorResume(error ->
                        Mono.justOrEmpty(ErrorMapping.problem(error).map(RegistryRoutes::refusal))
                                .switchIfEmpty(Mono.error(error)));
    }

    private RegistryResponse call(RegistryRequest request) {
        if (!calls.tryAcquire()) {
            return refusal(503, "The registry has too many calls under way: come back");
        }
        try {
            return registry.get().handle(request);
        } finally {
            calls.release();
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
        return Answers.bytes(
                response.status(),
                RegistryResponse.CONTENT_TYPE,
                response.body().getBytes(UTF_8),
                headers(response));
    }

    private static Map<String, String> headers(RegistryResponse response) {
        return switch (response.status()) {
            case 401 -> Map.of(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
            case 405 -> Map.of(HttpHeaders.ALLOW, String.join(", ", response.allow()));
            case 429, 503 -> Map.of(HttpHeaders.RETRY_AFTER, "1");
            default -> Map.of();
        };
    }
}
