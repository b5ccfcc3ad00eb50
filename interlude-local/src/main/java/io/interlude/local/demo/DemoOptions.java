package io.interlude.local.demo;

import io.interlude.local.options.CommandLines;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What `./interlude demo` was asked to do.
///
/// @param conversations file of conversations, one JSON object a line; null for the product's own
/// @param fetchesPerSecond target rate of fetches, above 0
/// @param length how long new fetches are made
/// @param seed seed of every choice, so that two runs ask for the same
/// @param url base URL of the product; null for the local one
/// @param key fetch key; null for the local demo's
/// @param dataFolder where a local product keeps the demo's keys
record DemoOptions(
        @Nullable Path conversations,
        double fetchesPerSecond,
        Duration length,
        long seed,
        @Nullable URI url,
        @Nullable String key,
        Path dataFolder) {
    private static final double DEFAULT_RATE = 20;
    private static final double LARGEST_RATE = 10_000;
    private static final double LARGEST_MINUTES = 24 * 60;
    private static final int MILLIS_PER_MINUTE = 60_000;

    /// Reads the command line.
    ///
    /// @throws IllegalArgumentException with a sentence that says what to change
    static DemoOptions parse(List<String> arguments, Map<String, String> environment) {
        Given given = CommandLines.read(arguments, new Given(), CommandLines.LAUNCHER);
        refuseBeyond("--rate", given.rate, LARGEST_RATE);
        refuseBeyond("--minutes", given.minutes, LARGEST_MINUTES);
        return new DemoOptions(
                given.conversations,
                given.rate,
                Duration.ofMillis(Math.round(given.minutes * MILLIS_PER_MINUTE)),
                given.seed,
                given.url,
                given.key,
                Path.of(environment.getOrDefault("INTERLUDE_DATA", "data")));
    }

    private static void refuseBeyond(String option, double number, double largest) {
        if (!(number > 0 && number <= largest)) {
            throw new IllegalArgumentException(
                    "Option " + option + " needs a number above 0, at most " + largest + ".");
        }
    }

    private static final class Given {
        @Option(names = "--conversations")
        private @Nullable Path conversations;

        @Option(names = "--rate")
        private double rate = DEFAULT_RATE;

        @Option(names = "--minutes")
        private double minutes = 1;

        @Option(names = "--seed")
        private long seed = 1;

        @Option(names = "--url")
        private @Nullable URI url;

        @Option(names = "--key")
        private @Nullable String key;
    }
}
