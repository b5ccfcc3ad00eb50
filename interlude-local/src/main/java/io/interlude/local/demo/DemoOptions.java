package io.interlude.local.demo;

import io.interlude.local.options.AskedProduct;
import io.interlude.local.options.CommandLines;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of `./interlude demo`.
///
/// @param conversations file of conversations, one JSON object a line; null for the product's own
/// @param fetchesPerSecond target rate of fetches, above 0
/// @param length time in which new fetches are made
/// @param seed seed of every choice, so that two runs ask for the same
/// @param product to ask
record DemoOptions(
        @Nullable Path conversations,
        double fetchesPerSecond,
        Duration length,
        long seed,
        AskedProduct product) {
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
                given.product.in(environment));
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

        @Mixin private final AskedProduct.Given product = new AskedProduct.Given();
    }
}
