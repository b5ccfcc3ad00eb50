package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.HostileOptions;
import java.io.IOException;
import java.util.List;

/// Attacks the product, which it starts, beside the traffic of another org, and ends with 1 when an
/// attack had success. See `benchmarks/README.md`.
public final class HostileBenchmark {
    private HostileBenchmark() {}

    /// Runs the attacks and prints the table.
    public static void main(String... arguments) throws IOException, InterruptedException {
        List<Outcome> outcomes =
                HostileRun.of(
                        HostileOptions.parse(arguments),
                        line -> {
                            System.err.println(line);
                            System.err.flush();
                        });
        System.out.print(Outcome.table(outcomes));
        System.exit(!outcomes.isEmpty() && outcomes.stream().allMatch(Outcome::held) ? 0 : 1);
    }
}
