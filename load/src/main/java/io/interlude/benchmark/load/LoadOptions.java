package io.interlude.benchmark.load;

import static java.util.stream.Collectors.joining;

import io.interlude.local.options.CommandLines;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of the load benchmark.
///
/// @param contextBytes size of a context whose cost is to be measured; 0 to load without any
/// @param shadows number of shadow line items whose cost is to be measured; 0 to load without any
/// @param blocked number of blocked domains whose cost is to be measured, with an ad load and
///   separation; 0 to load without any
/// @param blocks 0, or to measure the limits of fetches and ingest: the number of times to load the
///   floor beside the product, A B B A
/// @param bootFloor to take the floor that an annotated controller of Spring Boot is
/// @param path for a peer: path of its one request; null for our own workloads
/// @param body for a peer: body of its request, empty for a GET
/// @param headers for a peer: further header lines, each ended by CRLF
/// @param rates arrival rates of the open-loop legs, per second
/// @param workloads those of our own to run: fetch, event, batch, click
record LoadOptions(
        URI url,
        Path dataFolder,
        long processId,
        String brokers,
        int connections,
        List<Double> rates,
        List<String> workloads,
        Duration warmUp,
        Duration leg,
        int lineItems,
        int contextBytes,
        int shadows,
        int blocked,
        int blocks,
        boolean bootFloor,
        @Nullable String path,
        String body,
        String headers) {
    static LoadOptions parse(String... arguments) {
        Given given = CommandLines.read(List.of(arguments), new Given(), CommandLines.BENCHMARKS);
        return new LoadOptions(
                given.url,
                given.data,
                given.processId,
                given.brokers,
                given.connections,
                given.rates,
                given.workloads,
                Duration.ofSeconds(given.warmUpSeconds),
                Duration.ofSeconds(given.legSeconds),
                given.lineItems,
                given.contextBytes,
                given.shadows,
                given.blocked,
                given.blocks,
                given.floor == Floor.BOOT,
                given.path,
                given.body,
                given.headers.stream().map(header -> header + "\r\n").collect(joining()));
    }

    private enum Floor {
        BARE,
        BOOT
    }

    private static final class Given {
        @Option(names = "--url")
        private URI url = URI.create("http://127.0.0.1:8080");

        @Option(names = "--data")
        private Path data = Path.of("data");

        @Option(names = "--pid")
        private long processId;

        @Option(names = "--brokers")
        private String brokers = "127.0.0.1:19092";

        @Option(names = "--connections")
        private int connections = 16;

        @Option(names = "--rates", split = ",")
        private List<Double> rates = List.of(250.0, 500.0, 1_000.0);

        @Option(names = "--workloads", split = ",")
        private List<String> workloads = List.of("fetch", "event", "batch", "click");

        @Option(names = "--warm-up")
        private int warmUpSeconds = 60;

        @Option(names = "--seconds")
        private int legSeconds = 20;

        @Option(names = "--line-items")
        private int lineItems = 10;

        @Option(names = "--context")
        private int contextBytes;

        @Option(names = "--shadows")
        private int shadows;

        @Option(names = "--blocked")
        private int blocked;

        @Option(names = "--limits")
        private int blocks;

        @Option(names = "--floor")
        private Floor floor = Floor.BARE;

        @Option(names = "--path")
        private @Nullable String path;

        @Option(names = "--body")
        private String body = "";

        @Option(names = "--header")
        private List<String> headers = List.of();
    }
}
