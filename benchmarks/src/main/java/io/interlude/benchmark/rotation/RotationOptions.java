package io.interlude.benchmark.rotation;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
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
        Deque<String> rest = new ArrayDeque<>(List.of(arguments));
        while (!rest.isEmpty()) {
            String option = rest.removeFirst();
            if (rest.isEmpty()) {
                throw new IllegalArgumentException("Option " + option + " needs a value.");
            }
            String value = rest.removeFirst();
            switch (option) {
                case "--runs" -> runs = Integer.parseInt(value);
                case "--fetches" -> fetches = Integer.parseInt(value);
                case "--seed" -> seed = Long.parseLong(value);
                case "--svg" -> plot = Path.of(value);
                default -> throw new IllegalArgumentException("Unknown option " + option + ".");
            }
        }
        return new RotationOptions(runs, fetches, seed, plot);
    }
}
