package io.interlude.benchmark.pacing;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the simulator was asked to do.
///
/// @param svg file for the picture; null for none
record PacingOptions(long seed, @Nullable Path svg) {
    private static final long SEED = 1;

    static PacingOptions parse(String... arguments) {
        long seed = SEED;
        Path svg = null;
        Deque<String> rest = new ArrayDeque<>(List.of(arguments));
        while (!rest.isEmpty()) {
            String option = rest.removeFirst();
            if (rest.isEmpty()) {
                throw new IllegalArgumentException("Option " + option + " needs a value.");
            }
            String value = rest.removeFirst();
            switch (option) {
                case "--seed" -> seed = Long.parseLong(value);
                case "--svg" -> svg = Path.of(value);
                default -> throw new IllegalArgumentException("Unknown option " + option + ".");
            }
        }
        return new PacingOptions(seed, svg);
    }
}
