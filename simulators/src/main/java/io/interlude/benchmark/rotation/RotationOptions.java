package io.interlude.benchmark.rotation;

import io.interlude.local.options.CommandLines;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of the simulation.
///
/// @param plot file for the picture; null for none
record RotationOptions(int runs, int fetches, long seed, @Nullable Path plot) {
    static RotationOptions parse(String... arguments) {
        Given given = CommandLines.read(List.of(arguments), new Given(), CommandLines.BENCHMARKS);
        return new RotationOptions(given.runs, given.fetches, given.seed, given.svg);
    }

    private static final class Given {
        @Option(names = "--runs")
        private int runs = 20;

        @Option(names = "--fetches")
        private int fetches = 20_000;

        @Option(names = "--seed")
        private long seed = 1;

        @Option(names = "--svg")
        private @Nullable Path svg;
    }
}
