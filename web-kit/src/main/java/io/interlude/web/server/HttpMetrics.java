package io.interlude.web.server;

import io.interlude.web.route.Route;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.HttpMethod;

/// Times requests by route and status, as `http.server.requests`.
final class HttpMetrics {
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1),
        Duration.ofMillis(2),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofSeconds(1)
    };

    private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.values());

    private final MeterRegistry registry;

    /// Bounded: routes are few, and so are the statuses of each.
    private final Map<Series, Timer> seriesToTimer = new ConcurrentHashMap<>();

    HttpMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /// Tells of a route before anybody asks for it: `http.server.requests` knows only those that
    /// somebody asked for.
    void serves(Route route) {
        Gauge.builder("http.server.routes", () -> 1)
                .description("Routes that the process serves.")
                .tag("method", route.method().name())
                .tag("uri", route.pattern())
                .strongReference(true)
                .register(registry);
    }

    void record(Route route, int status, long elapsedNanos) {
        seriesToTimer
                .computeIfAbsent(new Series(route, status), this::timer)
                .record(Duration.ofNanos(elapsedNanos));
    }

    /// Counts a request that no route took. Its path is the client's and must not become a series.
    void recordUnrouted(HttpMethod method, int status) {
        String known = METHODS.contains(method) ? method.name() : "OTHER";
        registry.counter(
                        "http.server.requests.unrouted",
                        "method",
                        known,
                        "status",
                        Integer.toString(status))
                .increment();
    }

    private Timer timer(Series series) {
        return Timer.builder("http.server.requests")
                .description("Requests that a route answered.")
                .tag("method", series.route().method().name())
                .tag("uri", series.route().pattern())
                .tag("status", Integer.toString(series.status()))
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    private record Series(Route route, int status) {}
}
