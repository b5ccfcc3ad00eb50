package io.interlude.local.sms;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What `./interlude sms` was asked to do.
///
/// @param flow file of a flow to play without a product; null to fetch one
/// @param url base URL of the product; null for the local one
/// @param key fetch key; null for the local demo's
/// @param adUnit ad unit to ask for; null for the key's default
/// @param subscriber whom to ask for; null for nobody in particular
/// @param dataFolder where a local product keeps the demo's keys
record SmsOptions(
        @Nullable Path flow,
        @Nullable URI url,
        @Nullable String key,
        @Nullable String adUnit,
        @Nullable String subscriber,
        Path dataFolder) {
    /// Reads the command line.
    ///
    /// @throws IllegalArgumentException with a sentence that says what to change
    static SmsOptions parse(List<String> arguments, Map<String, String> environment) {
        Parser parser = new Parser(new ArrayDeque<>(arguments));
        parser.parse();
        return new SmsOptions(
                parser.flow,
                parser.url,
                parser.key,
                parser.adUnit,
                parser.subscriber,
                Path.of(environment.getOrDefault("INTERLUDE_DATA", "data")));
    }

    @Override
    public String toString() {
        return "SmsOptions[flow=" + flow + ", url=" + url + ", adUnit=" + adUnit + ']';
    }

    private static final class Parser {
        private final Deque<String> rest;
        private @Nullable Path flow;
        private @Nullable URI url;
        private @Nullable String key;
        private @Nullable String adUnit;
        private @Nullable String subscriber;

        Parser(Deque<String> rest) {
            this.rest = rest;
        }

        void parse() {
            while (!rest.isEmpty()) {
                String option = rest.removeFirst();
                switch (option) {
                    case "--flow" -> flow = Path.of(value(option));
                    case "--url" -> url = URI.create(value(option));
                    case "--key" -> key = value(option);
                    case "--ad-unit" -> adUnit = value(option);
                    case "--subscriber" -> subscriber = value(option);
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
    }
}
