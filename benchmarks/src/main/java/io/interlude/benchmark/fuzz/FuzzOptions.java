package io.interlude.benchmark.fuzz;

import io.interlude.benchmark.options.GivenOption;
import java.net.URI;
import java.nio.file.Path;
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
        for (GivenOption option : GivenOption.in(arguments)) {
            options = options.with(option);
        }
        return options;
    }

    private FuzzOptions with(GivenOption option) {
        String value = option.value();
        int number = value.matches("-?[0-9]{1,9}") ? Integer.parseInt(value) : -1;
        return switch (option.name()) {
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
            default -> throw option.unknown();
        };
    }
}
