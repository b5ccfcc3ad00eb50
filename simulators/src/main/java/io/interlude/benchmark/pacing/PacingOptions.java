package io.interlude.benchmark.pacing;

import io.interlude.local.options.CommandLines;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of the simulator.
///
/// @param svg file for the picture; null for none
record PacingOptions(long seed, @Nullable Path svg) {
    private static final long SEED = 1;

    static PacingOptions parse(String... arguments) {
        Given given = CommandLines.read(List.of(arguments), new Given(), CommandLines.BENCHMARKS);
        return new PacingOptions(given.seed, given.svg);
    }

    private static final class Given {
        @Option(names = "--seed")
        private long seed = SEED;

        @Option(names = "--svg")
        private @Nullable Path svg;
    }
}
