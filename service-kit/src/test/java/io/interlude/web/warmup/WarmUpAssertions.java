package io.interlude.web.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import io.interlude.web.server.LoopbackServer;
import java.time.Duration;
import java.util.List;

/// What must hold of every warm-up.
public final class WarmUpAssertions {
    private static final int ENOUGH = 300;
    private static final Duration LONGEST = Duration.ofMillis(100);

    private WarmUpAssertions() {}

    /// Runs it through a server, and fails when an answer is not the one that it expects.
    public static void assertAnsweredAsExpected(WarmUp warmUp) {
        WarmUpRun run =
                new WarmUpRun(
                        List.of(warmUp),
                        (environment, routes) -> LoopbackServer.of(routes, environment.meters()),
                        LONGEST);

        run.begin();
        Eventually.holds(ENOUGH + " requests are answered", () -> run.answered() >= ENOUGH);
        run.end();

        assertThat(run.unexpected()).isZero();
    }
}
