package io.interlude.local.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChildGuardTest {
    @Test
    void endsItsProcessesWhenTheirParentIsKilled() throws Exception {
        // given
        Process parent =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-Xshare:auto",
                                "-cp",
                                System.getProperty("java.class.path"),
                                GuardedSleep.class.getName())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String[] pids = parent.inputReader().readLine().split(" ", -1);
        ProcessHandle guarded = ProcessHandle.of(Long.parseLong(pids[0])).orElseThrow();
        ProcessHandle released = ProcessHandle.of(Long.parseLong(pids[1])).orElseThrow();

        // when
        parent.destroyForcibly().waitFor();

        // then
        Eventually.holds("the guarded process ends", () -> !guarded.isAlive());
        assertThat(released.isAlive()).isTrue();
        assertThat(released.destroyForcibly()).isTrue();
    }

    @Test
    void leavesEverythingAloneWhenItIsClosed() throws Exception {
        Process sleep = new ProcessBuilder(List.of("sleep", "120")).start();
        try (ChildGuard guard = ChildGuard.start()) {
            guard.add(sleep.pid());
        }

        assertThat(sleep.isAlive()).isTrue();
        sleep.destroyForcibly().waitFor();
    }
}
