package io.interlude.web.server;

import io.interlude.web.answer.Answers;
import io.interlude.web.answer.QueryParameters;
import io.interlude.web.limits.Admission;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.ErrorMapping;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.Route;
import io.interlude.web.route.RouteMatch;
import io.interlude.web.route.Routes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.codec.HttpMessageReader;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.reactive.function.server.HandlerStrategies;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.result.view.ViewResolver;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import reactor.core.publisher.Mono;
import reactor.netty.channel.AbortedException;

/// Answers every request: finds its route, adds the headers that all answers carry, and maps
/// errors. Stands in place of WebFlux's dispatcher, whose tables of mappings and adapters these
/// functional routes do not need.
final class RoutedWebHandler implements WebHandler {
    private static final Logger LOG = LoggerFactory.getLogger(RoutedWebHandler.class);

    /// What Reactor Netty says of a second answer to one request.
    private static final String ANSWERED_ALREADY = "Status and headers already sent";

    private static final Set<HttpMethod> SAFE =
            Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS, HttpMethod.TRACE);

    private static final Problem OVERLOADED =
            Problem.of(
                    Reason.OVERLOADED,
                    "Too many requests are under way: send the request again in a second.");

    private final Routes routes;
    private final HttpMetrics metrics;
    private final Admission admission;
    private final KnownHosts hosts;
    private final SecurityHeaders securityHeaders;
    private final List<HttpMessageReader<?>> readers;
    private final ServerResponse.Context context;

    RoutedWebHandler(
            Routes routes,
            HttpMetrics metrics,
            Admission admission,
            KnownHosts hosts,
            SecurityHeaders securityHeaders,
            HandlerStrategies strategies) {
        this.routes = routes;
        this.metrics = metrics;
        this.admission = admission;
        this.hosts = hosts;
        this.securityHeaders = securityHeaders;
        this.readers = strategies.messageReaders();
        this.context = new WriterContext(strategies.messageWriters());
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange) {
        return Mono.defer(() -> answer(exchange))
                .onErrorComplete(RoutedWebHandler::isAnsweredAlready);
    }

    private Mono<Void> answer(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        String path = request.getPath().value();
        securityHeaders.addTo(exchange.getResponse().getHeaders());
        if (Cors.opens(path)) {
            Cors.admit(request, exchange.getResponse());
        }
        Problem misdirected = misdirected(request, path);
        if (misdirected != null) {
            return unrouted(exchange, misdirected(exchange, path, misdirected));
        }
        return switch (routes.find(request.getMethod(), path)) {
            case RouteMatch.Found found -> Mono.defer(() -> admit(exchange, found));
            case RouteMatch.WrongMethod wrong ->
                    unrouted(exchange, refuseMethod(exchange, path, wrong));
            case RouteMatch.Unknown _ ->
                    unrouted(exchange, write(exchange, ErrorMapping.unknownPath()));
        };
    }

    /// What is wrong with the name that was asked, or with the page that asks; null if nothing is.
    /// One name is due (RFC 9112, 3.2), but HTTP/1.0 need not say it.
    private @Nullable Problem misdirected(ServerHttpRequest request, String path) {
        List<String> named = request.getHeaders().getOrDefault(HttpHeaders.HOST, List.of());
        boolean known =
                named.isEmpty()
                        ? RequestLoop.isOfVersion10(request)
                        : named.size() == 1 && hosts.knows(named.getFirst());
        if (!known) {
            return Problem.ofField(
                    Reason.INVALID_REQUEST,
                    "host",
                    "Send one Host, a name that this server is known by: see interlude.http.hosts.");
        }
        String origin = request.getHeaders().getOrigin();
        if (origin == null
                || SAFE.contains(request.getMethod())
                || Cors.opens(path)
                || bringsKey(request)
                || hosts.knowsOrigin(origin)) {
            return null;
        }
        return Problem.ofField(
                Reason.INVALID_REQUEST,
                "origin",
                "Pages of other origins may not send this: see interlude.http.hosts.");
    }

    /// Whoever brings a key is judged by it alone, never by a cookie. No page can make a browser
    /// add somebody's header; and into a query a page can only put a key that it has itself.
    private static boolean bringsKey(ServerHttpRequest request) {
        return request.getHeaders().getFirst(HttpHeaders.AUTHORIZATION) != null
                || QueryParameters.API_KEYS.stream()
                        .anyMatch(request.getQueryParams()::containsKey);
    }

    /// A route that has its own form of refusals keeps it.
    private Mono<Void> misdirected(ServerWebExchange exchange, String path, Problem problem) {
        return routes.find(exchange.getRequest().getMethod(), path)
                        instanceof RouteMatch.Found found
                ? refuse(exchange, found.route(), problem)
                : write(exchange, problem);
    }

    private Mono<Void> unrouted(ServerWebExchange exchange, Mono<Void> answer) {
        return answer.doFinally(
                _ -> metrics.recordUnrouted(exchange.getRequest().getMethod(), status(exchange)));
    }

    private Mono<Void> admit(ServerWebExchange exchange, RouteMatch.Found found) {
        Route route = found.route();
        long startNanos = System.nanoTime();
        @Nullable Place place = admission.enter(route.share());
        Mono<Void> answer;
        if (place == null) {
            answer = refuse(exchange, route, OVERLOADED);
        } else {
            exchange.getAttributes().put(Place.ATTRIBUTE, place);
            answer = run(exchange, found);
        }
        return answer.doFinally(_ -> {
            if (place != null) {
                place.close();
            }
            metrics.record(route, status(exchange), System.nanoTime() - startNanos);
        });
    }

    private Mono<Void> run(ServerWebExchange exchange, RouteMatch.Found found) {
        Route route = found.route();
        return invoke(exchange, found)
                .switchIfEmpty(Mono.error(() -> new IllegalStateException("no answer")))
                .flatMap(response -> write(exchange, response))
                .onErrorResume(error -> answerError(exchange, route, error));
    }

    /// Calls the handler, at once, so that a throwing handler and a failing one end the same way.
    private Mono<ServerResponse> invoke(ServerWebExchange exchange, RouteMatch.Found found) {
        Map<String, Object> attributes = exchange.getAttributes();
        attributes.put(RouterFunctions.URI_TEMPLATE_VARIABLES_ATTRIBUTE, found.variables());
        return new ErrorsAsFailures<>(
                Mono.defer(() ->
                        found.route().handler().handle(ServerRequest.create(exchange, readers))));
    }

    private static int status(ServerWebExchange exchange) {
        HttpStatusCode status = exchange.getResponse().getStatusCode();
        return status == null ? 200 : status.value();
    }

    private Mono<Void> refuseMethod(
            ServerWebExchange exchange, String path, RouteMatch.WrongMethod wrong) {
        boolean options = exchange.getRequest().getMethod().equals(HttpMethod.OPTIONS);
        if (options && Cors.opens(path)) {
            Set<String> methods = new TreeSet<>(wrong.allowedMethods());
            methods.add(HttpMethod.OPTIONS.name());
            Cors.preflight(exchange.getResponse(), methods);
            return Answers.empty(204).flatMap(response -> response.writeTo(exchange, context));
        }
        return write(
                exchange,
                Problem.of(Reason.METHOD_NOT_ALLOWED, "Use one of the methods of the Allow header.")
                        .withHeader(HttpHeaders.ALLOW, String.join(", ", wrong.allowedMethods())));
    }

    /// An answer that has begun cannot be taken back: then the connection ends with the error,
    /// which the log tells of by the route. A client that went away gets none.
    private Mono<Void> answerError(ServerWebExchange exchange, Route route, Throwable error) {
        if (error instanceof AbortedException || AbortedException.isConnectionReset(error)) {
            exchange.getResponse().setStatusCode(HttpStatus.BAD_REQUEST);
            return Mono.empty();
        }
        if (isAnsweredAlready(error)) {
            return Mono.error(error);
        }
        if (exchange.getResponse().isCommitted()) {
            LOG.warn("answer.broken-off method={} route={}", route.method(), route.pattern());
            return Mono.error(error);
        }
        return refuse(
                exchange, route, ErrorMapping.problem(error).orElseGet(() -> fault(route, error)));
    }

    /// The server refuses a broken body by itself, which may be while the handler is at work: what
    /// the handler answers or refuses then comes too late.
    private static boolean isAnsweredAlready(Throwable error) {
        return error instanceof IllegalStateException
                && ANSWERED_ALREADY.equals(error.getMessage());
    }

    private Mono<Void> refuse(ServerWebExchange exchange, Route route, Problem problem) {
        return route.refusals().refuse(problem).flatMap(response -> write(exchange, response));
    }

    private Mono<Void> write(ServerWebExchange exchange, ServerResponse response) {
        if (exchange.getAttribute(Place.ATTRIBUTE) instanceof Place place) {
            place.answered();
        }
        return response.writeTo(exchange, context);
    }

    private static Problem fault(Route route, Throwable error) {
        String errorId = UUID.randomUUID().toString();
        LOG.error(
                "request.failed errorId={} method={} route={}",
                errorId,
                route.method(),
                route.pattern(),
                error);
        return Problem.of(
                        Reason.INTERNAL_ERROR,
                        "The service failed: send the request again, or report the errorId.")
                .withField("errorId", errorId);
    }

    private Mono<Void> write(ServerWebExchange exchange, Problem problem) {
        return Answers.problem(problem).flatMap(response -> response.writeTo(exchange, context));
    }

    private record WriterContext(List<HttpMessageWriter<?>> messageWriters)
            implements ServerResponse.Context {
        @Override
        public List<ViewResolver> viewResolvers() {
            return List.of();
        }
    }
}
