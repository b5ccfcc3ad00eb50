package io.interlude.web.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.web.answer.Answers;
import io.interlude.web.limits.SideWork;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;
import org.springframework.http.HttpMethod;
import reactor.core.publisher.Mono;

/// `/metrics` in the text format of Prometheus, version 0.0.4. Some gauges look at everything that
/// is booked, so it is made beside the event loops, and requests that come meanwhile share it.
public final class MetricsRoutes implements RouteGroup {
    private static final String TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

    private final Mono<byte[]> text;

    public MetricsRoutes(PrometheusMeterRegistry registry) {
        text =
                Mono.fromSupplier(() -> registry.scrape().getBytes(UTF_8))
                        .subscribeOn(SideWork.of(""))
                        .flux()
                        .share()
                        .next();
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(
                HttpMethod.GET,
                "/metrics",
                _ -> text.flatMap(body -> Answers.bytes(200, TEXT_FORMAT, body, Map.of())));
    }
}
