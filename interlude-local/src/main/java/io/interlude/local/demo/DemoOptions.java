package io.interlude.local.demo;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
        Parser parser = new Parser(new ArrayDeque<>(arguments));
        parser.parse();
        return new DemoOptions(
                parser.conversations,
                parser.rate,
                Duration.ofMillis(Math.round(parser.minutes * MILLIS_PER_MINUTE)),
                parser.seed,
                parser.url,
                parser.key,
                Path.of(environment.getOrDefault("INTERLUDE_DATA", "data")));
    }

    private static final class Parser {
        private final Deque<String> rest;
        private @Nullable Path conversations;
        private double rate = DEFAULT_RATE;
        private double minutes = 1;
        private long seed = 1;
        private @Nullable URI url;
        private @Nullable String key;

        Parser(Deque<String> rest) {
            this.rest = rest;
        }

        void parse() {
            while (!rest.isEmpty()) {
                String option = rest.removeFirst();
                switch (option) {
                    case "--conversations" -> conversations = Path.of(value(option));
                    case "--rate" -> rate = number(option, LARGEST_RATE);
                    case "--minutes" -> minutes = number(option, LARGEST_MINUTES);
                    case "--seed" -> seed = whole(option);
                    case "--url" -> url = URI.create(value(option));
                    case "--key" -> key = value(option);
                    default ->
                            throw new IllegalArgumentException(
                                    "Unknown option " + option + ": see ./interlude help.");
                }
            }
        }

        private String value(String option) {
            if (rest.isEmpty()) {
                throw new IllegalArgumentException("Option " + option + " needs a value.");
            }
            return rest.removeFirst();
        }

        private double number(String option, double largest) {
            String text = value(option);
            try {
                double number = Double.parseDouble(text);
                if (number > 0 && number <= largest) {
                    return number;
                }
            } catch (NumberFormatException e) {
                throw notANumber(option, largest, e);
            }
            throw notANumber(option, largest, null);
        }

        private static IllegalArgumentException notANumber(
                String option, double largest, @Nullable Exception cause) {
            return new IllegalArgumentException(
                    "Option " + option + " needs a number above 0, at most " + largest + ".",
                    cause);
        }

        private long whole(String option) {
            try {
                return Long.parseLong(value(option));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "Option " + option + " needs a whole number.", e);
            }
        }
    }
}
