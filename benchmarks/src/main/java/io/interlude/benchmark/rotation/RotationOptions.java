package io.interlude.benchmark.rotation;

import io.interlude.benchmark.options.GivenOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What the simulation was asked to do.
///
/// @param plot where to draw; null for nowhere
record RotationOptions(int runs, int fetches, long seed, @Nullable Path plot) {
    static RotationOptions parse(String... arguments) {
        int runs = 20;
        int fetches = 20_000;
        long seed = 1;
        Path plot = null;
        for (GivenOption option : GivenOption.in(arguments)) {
            String value = option.value();
            switch (option.name()) {
                case "--runs" -> runs = Integer.parseInt(value);
                case "--fetches" -> fetches = Integer.parseInt(value);
                case "--seed" -> seed = Long.parseLong(value);
                case "--svg" -> plot = Path.of(value);
                default -> throw option.unknown();
            }
        }
        return new RotationOptions(runs, fetches, seed, plot);
    }
}
