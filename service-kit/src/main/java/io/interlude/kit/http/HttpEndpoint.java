package io.interlude.kit.http;

import static java.util.Objects.requireNonNull;

import io.interlude.kit.health.ReadinessCheck;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.codec.json.JacksonJsonDecoder;
import org.springframework.http.codec.json.JacksonJsonEncoder;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.reactive.function.server.HandlerStrategies;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/// The HTTP/1.1 server over all route groups. When it stops, it takes no new connection and lets
/// running requests end.
public final class HttpEndpoint implements SmartLifecycle, ReadinessCheck {
    private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);
    private static final Duration BIND_DEADLINE = Duration.ofSeconds(10);
    private static final int BAD_REQUEST = 400;

    private final Limits limits;
    private final HttpServer server;
    private final int phase;
    private volatile @Nullable DisposableServer running;

    /// @param phase when it starts among the parts of the process
    public HttpEndpoint(
            Limits limits,
            Collection<? extends RouteGroup> groups,
            MeterRegistry registry,
            int phase) {
        this.limits = limits;
        this.phase = phase;
        HttpHandler handler = httpHandler(Routes.of(groups), new HttpMetrics(registry));
        ReactorHttpHandlerAdapter adapter = new ReactorHttpHandlerAdapter(handler);
        this.server =
                HttpServer.create()
                        .host(limits.host())
                        .port(limits.port())
                        .channelGroup(new DefaultChannelGroup(GlobalEventExecutor.INSTANCE))
                        .httpRequestDecoder(decoder ->
                                decoder.maxInitialLineLength(limits.requestLineBytes())
                                        .maxHeaderSize(limits.headerBytes()))
                        .idleTimeout(limits.idleTimeout())
                        .requestTimeout(limits.requestTimeout())
                        .handle((request, response) -> apply(adapter, request, response));
    }

    private static HttpHandler httpHandler(Routes routes, HttpMetrics metrics) {
        HandlerStrategies strategies =
                HandlerStrategies.builder()
                        .codecs(codecs -> {
                            codecs.defaultCodecs()
                                    .jacksonJsonEncoder(new JacksonJsonEncoder(Json.MAPPER));
                            codecs.defaultCodecs()
                                    .jacksonJsonDecoder(new JacksonJsonDecoder(Json.MAPPER));
                        })
                        .build();
        return WebHttpHandlerBuilder.webHandler(new RoutedWebHandler(routes, metrics, strategies))
                .build();
    }

    /// The adapter answers an unreadable request line with a bare 400, before any handler runs.
    private static Publisher<Void> apply(
            ReactorHttpHandlerAdapter adapter,
            HttpServerRequest request,
            HttpServerResponse response) {
        Mono<Void> answered = adapter.apply(request, response);
        return response.status().code() == BAD_REQUEST
                ? malformed(response)
                : answered.subscribeOn(Schedulers.fromExecutor(eventLoop(request)));
    }

    /// A handler must not answer while the server still takes the request in: Reactor Netty 1.3.7
    /// then now and then stops reading a kept-alive connection (its issue 4361). So each handler
    /// begins as a task of its own, on the same thread.
    private static Executor eventLoop(HttpServerRequest request) {
        AtomicReference<Executor> eventLoop = new AtomicReference<>();
        request.withConnection(connection -> eventLoop.set(connection.channel().eventLoop()));
        return requireNonNull(eventLoop.get(), "eventLoop is null");
    }

    private static Publisher<Void> malformed(HttpServerResponse response) {
        Problem problem = ErrorMapping.unreadable();
        String body =
                Json.MAPPER
                        .createObjectNode()
                        .put("reason", problem.reason().wireName())
                        .put("description", problem.description())
                        .toString();
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return response.header("Content-Type", "application/json")
                .header("Content-Length", Integer.toString(bytes.length))
                .sendByteArray(Mono.just(bytes));
    }

    @Override
    public void start() {
        DisposableServer bound = server.bindNow(BIND_DEADLINE);
        running = bound;
        LOG.info("http.started host={} port={}", limits.host(), bound.port());
    }

    @Override
    public void stop() {
        DisposableServer bound = running;
        running = null;
        if (bound != null) {
            bound.disposeNow(limits.gracePeriod());
            LOG.info("http.stopped port={}", bound.port());
        }
    }

    /// The port that it listens on.
    ///
    /// @throws IllegalStateException while it does not run
    public int port() {
        DisposableServer bound = running;
        if (bound == null) {
            throw new IllegalStateException("the server does not run");
        }
        return bound.port();
    }

    @Override
    public boolean isRunning() {
        return running != null;
    }

    @Override
    public int getPhase() {
        return phase;
    }

    @Override
    public String name() {
        return "http";
    }

    @Override
    public boolean ready() {
        return isRunning();
    }

    /// Where to listen, and what to bear.
    ///
    /// @param port 0 for any free one
    /// @param requestLineBytes longest method, path and query
    /// @param headerBytes largest sum of all headers
    /// @param idleTimeout how long a connection may stay open between requests
    /// @param requestTimeout how long a request may take to arrive
    /// @param gracePeriod how long running requests may take after stop
    public record Limits(
            String host,
            int port,
            int requestLineBytes,
            int headerBytes,
            Duration idleTimeout,
            Duration requestTimeout,
            Duration gracePeriod) {}
}
