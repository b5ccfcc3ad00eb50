package io.interlude.benchmark.faults;

import io.interlude.local.options.CommandLines;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of the fault harness.
///
/// @param seconds least length of the traffic
/// @param outageSeconds length of each outage of the broker, besides its start
/// @param folder kept afterwards; null for a temporary one
/// @param port of the product; the broker has the next one
record FaultsOptions(
        int seconds,
        int outageSeconds,
        double eventsPerSecond,
        double clicksPerSecond,
        double fetchesPerSecond,
        @Nullable Path folder,
        int port) {
    static FaultsOptions parse(String... arguments) {
        Given given = CommandLines.read(List.of(arguments), new Given(), CommandLines.BENCHMARKS);
        return new FaultsOptions(
                given.seconds,
                given.outageSeconds,
                given.events,
                given.clicks,
                given.fetches,
                given.folder == null ? null : given.folder.toAbsolutePath(),
                given.port);
    }

    private static final class Given {
        @Option(names = "--seconds")
        private int seconds = 60;

        @Option(names = "--outage")
        private int outageSeconds = 4;

        @Option(names = "--events")
        private double events = 200;

        @Option(names = "--clicks")
        private double clicks = 100;

        @Option(names = "--fetches")
        private double fetches = 50;

        @Option(names = "--folder")
        private @Nullable Path folder;

        @Option(names = "--port")
        private int port = 18_080;
    }
}
