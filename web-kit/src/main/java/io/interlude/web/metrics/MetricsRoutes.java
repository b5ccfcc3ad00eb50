package io.interlude.web.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.web.answer.Answers;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;
import org.springframework.http.HttpMethod;

/// `/metrics` in the text format of Prometheus, version 0.0.4.
public final class MetricsRoutes implements RouteGroup {
    private static final String TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry;

    public MetricsRoutes(PrometheusMeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(
                HttpMethod.GET,
                "/metrics",
                _ -> Answers.bytes(200, TEXT_FORMAT, registry.scrape().getBytes(UTF_8), Map.of()));
    }
}
