package io.interlude.benchmark.explain;

import io.interlude.local.options.CommandLines;
import java.util.List;
import picocli.CommandLine.Option;

/// The options of a run.
///
/// @param fetches decisions to explain
/// @param rate of the demo's fetches, a second
/// @param connections that ask for explanations
record ExplainOptions(int fetches, double rate, int connections, long seed) {
    static ExplainOptions parse(String... arguments) {
        Given given = CommandLines.read(List.of(arguments), new Given(), CommandLines.BENCHMARKS);
        return new ExplainOptions(given.fetches, given.rate, given.connections, given.seed);
    }

    private static final class Given {
        @Option(names = "--fetches")
        private int fetches = 10_000;

        @Option(names = "--rate")
        private double rate = 100;

        @Option(names = "--connections")
        private int connections = 4;

        @Option(names = "--seed")
        private long seed = 1;
    }
}
