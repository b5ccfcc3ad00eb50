package io.interlude.web.server;

import io.interlude.web.route.RouteGroup;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collection;

/// Servers for tests: on the loopback address, with limits that no test meets by chance.
public final class LoopbackServer {
    private static final int LINE_BYTES = 16_384;
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration GRACE = Duration.ofSeconds(2);

    private LoopbackServer() {}

    /// A server on any free port, not yet started.
    public static HttpEndpoint of(Collection<? extends RouteGroup> routes, MeterRegistry meters) {
        return of(0, routes, meters);
    }

    /// A server on a port, not yet started.
    public static HttpEndpoint of(
            int port, Collection<? extends RouteGroup> routes, MeterRegistry meters) {
        return new HttpEndpoint(
                new HttpEndpoint.Limits(
                        "127.0.0.1", port, LINE_BYTES, LINE_BYTES, LONG, LONG, GRACE),
                routes,
                meters,
                0);
    }
}
