package io.interlude.benchmark.pacing;

import io.interlude.benchmark.options.GivenOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What the simulator was asked to do.
///
/// @param svg file for the picture; null for none
record PacingOptions(long seed, @Nullable Path svg) {
    private static final long SEED = 1;

    static PacingOptions parse(String... arguments) {
        long seed = SEED;
        Path svg = null;
        for (GivenOption option : GivenOption.in(arguments)) {
            String value = option.value();
            switch (option.name()) {
                case "--seed" -> seed = Long.parseLong(value);
                case "--svg" -> svg = Path.of(value);
                default -> throw option.unknown();
            }
        }
        return new PacingOptions(seed, svg);
    }
}
