package io.interlude.benchmark.fuzz;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the fuzzer was asked to do.
///
/// @param seed of every choice
/// @param only number of the one request to send and to print, to look at it alone; -1 for all
/// @param url of a running product; null to start one
/// @param dataFolder of the running product
/// @param brokers of the running product
public record FuzzOptions(
        int requests,
        long seed,
        int only,
        int connections,
        @Nullable URI url,
        Path dataFolder,
        String brokers) {
    /// Options as on a command line; each has a value.
    ///
    /// @throws IllegalArgumentException if one is unknown or has none
    public static FuzzOptions parse(String... arguments) {
        FuzzOptions options =
                new FuzzOptions(100_000, 1, -1, 8, null, Path.of("data"), "127.0.0.1:19092");
        Deque<String> rest = new ArrayDeque<>(List.of(arguments));
        while (!rest.isEmpty()) {
            String option = rest.removeFirst();
            if (rest.isEmpty()) {
                throw new IllegalArgumentException("Option " + option + " needs a value.");
            }
            options = options.with(option, rest.removeFirst());
        }
        return options;
    }

    private FuzzOptions with(String option, String value) {
        int number = value.matches("-?[0-9]{1,9}") ? Integer.parseInt(value) : -1;
        return switch (option) {
            case "--requests" ->
                    new FuzzOptions(number, seed, only, connections, url, dataFolder, brokers);
            case "--seed" ->
                    new FuzzOptions(
                            requests,
                            Long.parseLong(value),
                            only,
                            connections,
                            url,
                            dataFolder,
                            brokers);
            case "--only" ->
                    new FuzzOptions(requests, seed, number, connections, url, dataFolder, brokers);
            case "--connections" ->
                    new FuzzOptions(requests, seed, only, number, url, dataFolder, brokers);
            case "--url" ->
                    new FuzzOptions(
                            requests,
                            seed,
                            only,
                            connections,
                            URI.create(value),
                            dataFolder,
                            brokers);
            case "--data" ->
                    new FuzzOptions(
                            requests, seed, only, connections, url, Path.of(value), brokers);
            case "--brokers" ->
                    new FuzzOptions(requests, seed, only, connections, url, dataFolder, value);
            default -> throw new IllegalArgumentException("Unknown option " + option + ".");
        };
    }
}
