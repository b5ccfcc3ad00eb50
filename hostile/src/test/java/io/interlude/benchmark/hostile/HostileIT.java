package io.interlude.benchmark.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.benchmark.hostile.scene.HostileOptions;
import io.interlude.journal.loopback.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two of the attacks, so that the suite cannot rot. They are of those that judge no latency of
/// their own, and the victim's is not judged either: a test shares its machine. The full one is
/// `benchmarks/hostile`.
class HostileIT {
    @Test
    void attacksThatAreHeldLeaveTheProductAlive(@TempDir Path folder)
            throws IOException, InterruptedException {
        List<Outcome> outcomes =
                HostileRun.of(
                        HostileOptions.parse(
                                "--only=cursors,number-batch",
                                "--seconds=3",
                                "--quiet=1",
                                "--warm-up=0",
                                "--limit-ms=120000",
                                "--report-ms=120000",
                                "--port=" + FreePorts.row(2),
                                "--folder=" + folder),
                        _ -> {});

        assertThat(outcomes).as(Outcome.table(outcomes)).hasSize(2).allMatch(Outcome::held);
        assertThat(outcomes).allMatch(outcome -> outcome.requests() > 5);
    }
}
