package io.interlude.ingest.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.kit.http.HttpEndpoint;
import io.interlude.kit.rehearsal.RehearsalRun;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class IngestRehearsalIT {
    private static final int ENOUGH = 300;

    @Test
    void everyRequestIsAnsweredAsInEarnest() {
        IngestSettings settings =
                new IngestSettings(
                        Duration.ofDays(30),
                        Duration.ofMillis(200),
                        URI.create("https://example.com/"));
        IngestRehearsal rehearsal =
                new IngestRehearsal(settings, new TrafficSettings(60, 300, Duration.ofSeconds(10)));
        RehearsalRun run =
                new RehearsalRun(
                        List.of(rehearsal),
                        (stage, routes) ->
                                new HttpEndpoint(
                                        new HttpEndpoint.Limits(
                                                "127.0.0.1",
                                                0,
                                                16_384,
                                                16_384,
                                                Duration.ofSeconds(30),
                                                Duration.ofSeconds(30),
                                                Duration.ofMillis(500)),
                                        routes,
                                        stage.meters(),
                                        0),
                        Duration.ofMillis(100));

        run.begin();
        long deadlineNanos = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (run.played() < ENOUGH && System.nanoTime() < deadlineNanos) {
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        run.end();

        assertThat(run.played()).isGreaterThanOrEqualTo(ENOUGH);
        assertThat(run.unexpected()).isZero();
    }
}
