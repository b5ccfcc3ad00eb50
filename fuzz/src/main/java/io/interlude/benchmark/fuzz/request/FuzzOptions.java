package io.interlude.benchmark.fuzz.request;

import io.interlude.local.options.CommandLines;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of the fuzzer.
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
    /// @throws IllegalArgumentException with a sentence that names the one at fault
    public static FuzzOptions parse(String... arguments) {
        Given given = CommandLines.read(List.of(arguments), new Given(), CommandLines.BENCHMARKS);
        return new FuzzOptions(
                given.requests,
                given.seed,
                given.only,
                given.connections,
                given.url,
                given.data,
                given.brokers);
    }

    private static final class Given {
        @Option(names = "--requests")
        private int requests = 100_000;

        @Option(names = "--seed")
        private long seed = 1;

        @Option(names = "--only")
        private int only = -1;

        @Option(names = "--connections")
        private int connections = 8;

        @Option(names = "--url")
        private @Nullable URI url;

        @Option(names = "--data")
        private Path data = Path.of("data");

        @Option(names = "--brokers")
        private String brokers = "127.0.0.1:19092";
    }
}
