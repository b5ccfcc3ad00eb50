package io.interlude.web.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import io.interlude.web.answer.Answers;
import io.interlude.web.http.HttpEndpoint;
import io.interlude.web.rehearsal.Rehearsal.Scene;
import io.interlude.web.route.RouteGroup;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import reactor.core.publisher.Mono;

class RehearsalRunIT {
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

    static HttpEndpoint server(Stage stage, List<RouteGroup> routes) {
        HttpEndpoint.Limits limits =
                new HttpEndpoint.Limits(
                        "127.0.0.1",
                        0,
                        16_384,
                        16_384,
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(30),
                        Duration.ofMillis(500));
        return new HttpEndpoint(limits, routes, stage.meters(), 0);
    }

    private static StageRequest request(String path) {
        return new StageRequest("POST", path, "{\"a\":1}", 200);
    }

    private RehearsalRun run(Duration longest, StageRequest... requests) {
        return new RehearsalRun(
                List.of(_ -> new Scene(List.of(routes), List.of(requests))),
                RehearsalRunIT::server,
                longest);
    }

    @Test
    void playsRequestsAndTellsWhatWasNotAsItShould() {
        RehearsalRun run = run(LONGEST, request("/right"), request("/wrong"));

        run.begin();
        Eventually.holds("both are played", () -> run.played() > 8);
        run.end();

        assertThat(answered).hasPositiveValue();
        assertThat(run.unexpected()).isPositive().isLessThan(run.played());
    }

    @Test
    void isSkippedWhenItMayTakeNoTime() {
        RehearsalRun run = run(Duration.ZERO, request("/right"));

        run.begin();
        run.end();

        assertThat(run.played()).isZero();
        assertThat(answered).hasValue(0);
    }

    @Test
    void holdsUpTheStartForNoLongerThanItMay() {
        RouteGroup silent = table -> table.handle(HttpMethod.POST, "/silent", _ -> Mono.never());
        RehearsalRun run =
                new RehearsalRun(
                        List.of(_ -> new Scene(List.of(silent), List.of(request("/silent")))),
                        RehearsalRunIT::server,
                        LONGEST);
        long startNanos = System.nanoTime();

        run.begin();
        run.end();

        assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
                .isLessThan(Duration.ofSeconds(10));
        assertThat(run.played()).isZero();
    }

    @Test
    void aRehearsalThatFailsKeepsNothingFromStarting() {
        RehearsalRun run =
                new RehearsalRun(
                        List.of(_ -> {
                            throw new IllegalStateException("no scene");
                        }),
                        RehearsalRunIT::server,
                        LONGEST);

        run.begin();
        run.end();

        assertThat(run.played()).isZero();
    }
}
