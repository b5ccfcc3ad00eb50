package io.interlude.benchmark.pacing;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Plays every case and prints the table; ends with 1 when a limit is broken. See
/// `benchmarks/README.md`.
public final class PacingBenchmark {
    private PacingBenchmark() {}

    public static void main(String... arguments) throws IOException {
        PacingOptions options = PacingOptions.parse(arguments);
        SplittableRandom seeds = new SplittableRandom(options.seed());
        List<PacingOutcome> drawn = new ArrayList<>();
        List<PacingCase> cases = PacingCases.all();
        int broken = 0;
        System.out.println(PacingTable.head());
        for (int i = 0; i < cases.size(); i++) {
            PacingCase next = cases.get(i);
            long seed = seeds.nextLong();
            System.err.printf("%d of %d: %s%n", i + 1, cases.size(), next.name());
            PacingOutcome outcome = PacingSimulation.play(next, seed);
            System.out.println(PacingTable.row(outcome));
            broken += outcome.holds() ? 0 : 1;
            if (PacingPlot.shows(next)) {
                drawn.add(outcome);
            }
        }
        if (options.svg() != null) {
            Files.writeString(options.svg(), PacingPlot.draw(drawn));
        }
        System.out.println();
        System.out.println(FlightSimulation.head());
        for (FlightCase next : FlightCases.all()) {
            String row = FlightSimulation.play(next, seeds.nextLong());
            System.out.println(row);
            broken += row.endsWith("| NO |") ? 1 : 0;
        }
        System.out.printf(
                "%nseed %d: %d of %d cases break a limit%n",
                options.seed(), broken, cases.size() + FlightCases.all().size());
        System.exit(broken == 0 ? 0 : 1);
    }
}
