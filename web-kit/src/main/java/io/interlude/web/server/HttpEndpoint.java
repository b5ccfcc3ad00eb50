package io.interlude.web.server;

import io.interlude.journal.availability.ReadinessCheck;
import io.interlude.journal.json.Json;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.BytesResponse;
import io.interlude.web.limits.Admission;
import io.interlude.web.refusal.ErrorMapping;
import io.interlude.web.refusal.RefusalFunction;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteMatch;
import io.interlude.web.route.Routes;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.HttpMethod;
import org.springframework.http.codec.json.JacksonJsonDecoder;
import org.springframework.http.codec.json.JacksonJsonEncoder;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.reactive.function.server.HandlerStrategies;
import org.springframework.web.server.adapter.HttpWebHandlerAdapter;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/// The HTTP/1.1 server, with or without TLS, over all route groups. On stop it takes no new
/// connection, and lets running requests end.
public final class HttpEndpoint implements SmartLifecycle, ReadinessCheck {
    private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);
    private static final Duration BIND_DEADLINE = Duration.ofSeconds(10);
    private static final int BAD_REQUEST = 400;

    private static final ConnectionLimits UNSTRAINED =
            new ConnectionLimits(Integer.MAX_VALUE, Duration.ofSeconds(30), Duration.ofSeconds(60));

    private final Limits limits;
    private final Routes routes;
    private final HttpServer server;
    private final @Nullable ServerTls tls;
    private final int phase;
    private final Set<EventLoop> eventLoops = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Running running;

    /// @param phase its place in the order in which the parts of the process start
    public HttpEndpoint(
            Limits limits,
            Collection<? extends RouteGroup> groups,
            MeterRegistry registry,
            int phase) {
        this(limits, null, UNSTRAINED, new Admission(Map.of(), registry), groups, registry, phase);
    }

    /// @param tls null for plain HTTP
    /// @param connectionLimits bounds of one connection
    /// @param admission bound of requests under way
    public HttpEndpoint(
            Limits limits,
            @Nullable ServerTls tls,
            ConnectionLimits connectionLimits,
            Admission admission,
            Collection<? extends RouteGroup> groups,
            MeterRegistry registry,
            int phase) {
        this.limits = limits;
        this.tls = tls;
        this.phase = phase;
        this.routes = Routes.of(groups);
        HttpMetrics metrics = new HttpMetrics(registry);
        routes.all().forEach(metrics::serves);
        SecurityHeaders headers = new SecurityHeaders(tls != null);
        HttpHandler handler = httpHandler(routes, metrics, admission, limits.hosts(), headers);
        ReactorHttpHandlerAdapter adapter = new ReactorHttpHandlerAdapter(handler);
        ConnectionMetrics connections = new ConnectionMetrics(registry);
        HttpServer plain =
                HttpServer.create()
                        .host(limits.host())
                        .port(limits.port())
                        .httpRequestDecoder(decoder ->
                                decoder.maxInitialLineLength(limits.requestLineBytes())
                                        .maxHeaderSize(limits.headerBytes()))
                        .idleTimeout(limits.idleTimeout())
                        .doOnChannelInit((_, channel, _) -> {
                            eventLoops.add(channel.eventLoop());
                            ConnectionGuard.install(
                                    channel,
                                    connectionLimits,
                                    admission,
                                    limits.requestTimeout(),
                                    connections);
                        })
                        .handle((request, response) -> apply(adapter, request, response));
        HttpServer behind =
                limits.trustedProxies().isEmpty()
                        ? plain
                        : plain.forwarded(limits.trustedProxies()::forwarded);
        this.server = tls == null ? behind : tls.secure(behind, connectionLimits.headerTimeout());
    }

    private static HttpHandler httpHandler(
            Routes routes,
            HttpMetrics metrics,
            Admission admission,
            KnownHosts hosts,
            SecurityHeaders headers) {
        HandlerStrategies strategies =
                HandlerStrategies.builder()
                        .codecs(codecs -> {
                            codecs.defaultCodecs()
                                    .jacksonJsonEncoder(new JacksonJsonEncoder(Json.MAPPER));
                            codecs.defaultCodecs()
                                    .jacksonJsonDecoder(new JacksonJsonDecoder(Json.MAPPER));
                        })
                        .build();
        return new HttpWebHandlerAdapter(
                new RoutedWebHandler(routes, metrics, admission, hosts, headers, strategies)) {
            // What it logs of a request: an address may have a key in it, or a person.
            @Override
            protected String formatRequest(ServerHttpRequest request) {
                return "HTTP " + request.getMethod();
            }
        };
    }

    /// The adapter answers an unreadable request line with a bare 400, before any handler runs.
    ///
    /// A handler must not answer while the server still takes the request in: Reactor Netty 1.3.7
    /// then now and then stops reading a kept-alive connection (its issue 4361). So each answer
    /// begins as a task of its own, on the same thread; unless the server has refused the request
    /// meanwhile, because its body breaks HTTP.
    private Publisher<Void> apply(
            ReactorHttpHandlerAdapter adapter,
            HttpServerRequest request,
            HttpServerResponse response) {
        Mono<Void> answered = adapter.apply(request, response);
        Mono<Void> answer =
                response.status().code() == BAD_REQUEST ? malformed(request, response) : answered;
        return Mono.defer(() -> response.hasSentHeaders() ? Mono.empty() : answer)
                .subscribeOn(RequestLoop.scheduler(request));
    }

    /// A route that has its own form of refusals keeps it: the query alone may be what is
    /// malformed.
    private Mono<Void> malformed(HttpServerRequest request, HttpServerResponse response) {
        return refusals(request)
                .refuse(ErrorMapping.unreadable())
                .cast(BytesResponse.class)
                .flatMapMany(answer -> answer.sendTo(response))
                .then();
    }

    private RefusalFunction refusals(HttpServerRequest request) {
        String uri = request.uri();
        int query = uri.indexOf('?');
        String path = query < 0 ? uri : uri.substring(0, query);
        HttpMethod method = HttpMethod.valueOf(request.method().name());
        boolean readable = path.indexOf('%') < 0;
        return readable && routes.find(method, path) instanceof RouteMatch.Found found
                ? found.route().refusals()
                : Answers::problem;
    }

    @Override
    public void start() {
        ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
        DisposableServer bound = server.channelGroup(connections).bindNow(BIND_DEADLINE);
        running = new Running(bound, connections);
        LOG.info("http.started host={} port={}", limits.host(), bound.port());
        if (tls != null) {
            LOG.info("http.encrypted certificateExpiresAt={}", tls.expiresAt());
        }
    }

    @Override
    public void stop() {
        Running bound = running;
        running = null;
        if (bound != null) {
            bound.server.disposeNow(limits.gracePeriod());
            bound.connections.close().awaitUninterruptibly();
            // Handlers of requests that were read before run as later tasks of these threads.
            eventLoops.forEach(loop -> loop.submit(() -> {}).awaitUninterruptibly());
            LOG.info("http.stopped port={}", bound.server.port());
        }
    }

    /// The port that it listens on.
    ///
    /// @throws IllegalStateException while it does not run
    public int port() {
        Running bound = running;
        if (bound == null) {
            throw new IllegalStateException("the server does not run");
        }
        return bound.server.port();
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

    /// @param connections closes for good what is accepted while the server stops: the server waits
    ///   for the connections that it had when it began to stop, and would go on serving these
    private record Running(DisposableServer server, ChannelGroup connections) {}

    /// The address to listen on, and the bounds of connections and requests.
    ///
    /// @param port 0 for any free one
    /// @param requestLineBytes longest method, path and query
    /// @param headerBytes largest sum of all headers
    /// @param idleTimeout longest time that a connection stays open between requests
    /// @param requestTimeout longest time that a request takes to arrive
    /// @param gracePeriod longest time that running requests take after stop
    /// @param trustedProxies proxies that are believed about the client's address
    /// @param hosts names under which it is asked
    public record Limits(
            String host,
            int port,
            int requestLineBytes,
            int headerBytes,
            Duration idleTimeout,
            Duration requestTimeout,
            Duration gracePeriod,
            TrustedProxies trustedProxies,
            KnownHosts hosts) {
        /// Of a server that is behind no proxy, and asked under any name.
        public Limits(
                String host,
                int port,
                int requestLineBytes,
                int headerBytes,
                Duration idleTimeout,
                Duration requestTimeout,
                Duration gracePeriod) {
            this(
                    host,
                    port,
                    requestLineBytes,
                    headerBytes,
                    idleTimeout,
                    requestTimeout,
                    gracePeriod,
                    TrustedProxies.NONE,
                    KnownHosts.ANY);
        }

        /// The same behind proxies, asked under some names.
        public Limits reachedBy(TrustedProxies proxies, KnownHosts names) {
            return new Limits(
                    host,
                    port,
                    requestLineBytes,
                    headerBytes,
                    idleTimeout,
                    requestTimeout,
                    gracePeriod,
                    proxies,
                    names);
        }
    }
}
