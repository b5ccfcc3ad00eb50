package io.interlude.web.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import io.interlude.web.answer.Answers;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.warmup.WarmUp.WarmUpPlan;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import reactor.core.publisher.Mono;

class WarmUpRunIT {
    private static final Duration LONGEST = Duration.ofMillis(300);

    private final AtomicInteger answered = new AtomicInteger();
    private final RouteGroup routes =
            table ->
                    table.handle(
                            HttpMethod.POST,
                            "/right",
                            request ->
                                    request.bodyToMono(String.class)
                                            .flatMap(body -> {
                                                answered.incrementAndGet();
                                                return Answers.json(200, List.of(body));
                                            }));

    static HttpEndpoint server(WarmUpEnvironment environment, List<RouteGroup> routes) {
        HttpEndpoint.Limits limits =
                new HttpEndpoint.Limits(
                        "127.0.0.1",
                        0,
                        16_384,
                        16_384,
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(30),
                        Duration.ofMillis(500));
        return new HttpEndpoint(limits, routes, environment.meters(), 0);
    }

    private static WarmUpRequest request(String path) {
        return new WarmUpRequest("POST", path, "{\"a\":1}", 200);
    }

    private WarmUpRun run(Duration longest, WarmUpRequest... requests) {
        return new WarmUpRun(
                List.of(_ -> new WarmUpPlan(List.of(routes), List.of(requests))),
                WarmUpRunIT::server,
                longest);
    }

    @Test
    void sendsRequestsAndTellsWhatWasNotAsItShould() {
        WarmUpRun run = run(LONGEST, request("/right"), request("/wrong"));

        run.begin();
        Eventually.holds("both are answered", () -> run.answered() > 8);
        run.end();

        assertThat(answered).hasPositiveValue();
        assertThat(run.unexpected()).isPositive().isLessThan(run.answered());
    }

    @Test
    void isSkippedWhenItMayTakeNoTime() {
        WarmUpRun run = run(Duration.ZERO, request("/right"));

        run.begin();
        run.end();

        assertThat(run.answered()).isZero();
        assertThat(answered).hasValue(0);
    }

    @Test
    void holdsUpTheStartForNoLongerThanItMay() {
        RouteGroup silent = table -> table.handle(HttpMethod.POST, "/silent", _ -> Mono.never());
        WarmUpRun run =
                new WarmUpRun(
                        List.of(_ -> new WarmUpPlan(List.of(silent), List.of(request("/silent")))),
                        WarmUpRunIT::server,
                        LONGEST);
        long startNanos = System.nanoTime();

        run.begin();
        run.end();

        assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
                .isLessThan(Duration.ofSeconds(10));
        assertThat(run.answered()).isZero();
    }

    @Test
    void aWarmUpThatFailsKeepsNothingFromStarting() {
        WarmUpRun run =
                new WarmUpRun(
                        List.of(_ -> {
                            throw new IllegalStateException("no plan");
                        }),
                        WarmUpRunIT::server,
                        LONGEST);

        run.begin();
        run.end();

        assertThat(run.answered()).isZero();
    }
}
