package io.interlude.web.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import io.interlude.web.http.LoopbackServer;
import java.time.Duration;
import java.util.List;

/// What must hold of every rehearsal.
public final class PlayedRehearsal {
    private static final int ENOUGH = 300;
    private static final Duration LONGEST = Duration.ofMillis(100);

    private PlayedRehearsal() {}

    /// Plays it through a server, and fails when an answer is not the one that it expects.
    public static void assertAnsweredAsInEarnest(Rehearsal rehearsal) {
        RehearsalRun run =
                new RehearsalRun(
                        List.of(rehearsal),
                        (stage, routes) -> LoopbackServer.of(routes, stage.meters()),
                        LONGEST);

        run.begin();
        Eventually.holds(ENOUGH + " requests are played", () -> run.played() >= ENOUGH);
        run.end();

        assertThat(run.unexpected()).isZero();
    }
}
