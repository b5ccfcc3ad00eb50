package io.interlude.benchmark.sizing;

import io.interlude.local.options.CommandLines;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of the sizing.
///
/// @param seed of every draw
/// @param fetches that each simulation of partitions draws
/// @param brokers of a running product whose topics are measured; null to simulate
/// @param stores folder of a stopped product's stores, which are measured; null to simulate
record SizingOptions(long seed, int fetches, @Nullable String brokers, @Nullable Path stores) {
    private static final int LEAST_FETCHES = 1_000;

    static SizingOptions parse(String... arguments) {
        Given given = CommandLines.read(List.of(arguments), new Given(), CommandLines.BENCHMARKS);
        if (given.fetches < LEAST_FETCHES) {
            throw new IllegalArgumentException("fetches is less than 1000: " + given.fetches);
        }
        return new SizingOptions(given.seed, given.fetches, given.brokers, given.stores);
    }

    private static final class Given {
        @Option(names = "--seed")
        private long seed = 1;

        @Option(names = "--fetches")
        private int fetches = 2_000_000;

        @Option(names = "--brokers")
        private @Nullable String brokers;

        @Option(names = "--stores")
        private @Nullable Path stores;
    }
}
