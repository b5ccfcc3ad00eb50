package io.interlude.benchmark.sizing;

import io.interlude.benchmark.options.GivenOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What the sizing was asked for.
///
/// @param seed of every draw
/// @param fetches that each simulation of partitions draws
/// @param brokers of a running product whose topics are measured; null to simulate
/// @param stores folder of a stopped product's stores, which are measured; null to simulate
record SizingOptions(long seed, int fetches, @Nullable String brokers, @Nullable Path stores) {
    private static final int LEAST_FETCHES = 1_000;

    static SizingOptions parse(String... arguments) {
        long seed = 1;
        int fetches = 2_000_000;
        String brokers = null;
        Path stores = null;
        for (GivenOption option : GivenOption.in(arguments)) {
            String value = option.value();
            switch (option.name()) {
                case "--seed" -> seed = Long.parseLong(value);
                case "--fetches" -> fetches = Integer.parseInt(value);
                case "--brokers" -> brokers = value;
                case "--stores" -> stores = Path.of(value);
                default -> throw option.unknown();
            }
        }
        if (fetches < LEAST_FETCHES) {
            throw new IllegalArgumentException("fetches is less than 1000: " + fetches);
        }
        return new SizingOptions(seed, fetches, brokers, stores);
    }
}
