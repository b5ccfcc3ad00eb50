package io.interlude.benchmark.load;

import io.interlude.benchmark.options.GivenOption;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the load benchmark was asked to do.
///
/// @param contextBytes size of a context whose cost is to be measured; 0 to load without any
/// @param blocks 0, or to measure what fetches and ingest are held to: how many times to load the
///   floor beside the product, A B B A
/// @param bootFloor to take the floor that an annotated controller of Spring Boot is
/// @param path for a peer: path of its one request; null for our own workloads
/// @param body for a peer: body of its request, empty for a GET
/// @param headers for a peer: further header lines, each ended by CRLF
/// @param rates arrival rates of the open-loop legs, per second
/// @param workloads which of our own to run: fetch, event, batch, click
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
        int blocks,
        boolean bootFloor,
        @Nullable String path,
        String body,
        String headers) {
    static LoadOptions parse(String... arguments) {
        Builder options = new Builder();
        for (GivenOption option : GivenOption.in(arguments)) {
            options.set(option);
        }
        return options.build();
    }

    private static final class Builder {
        private URI url = URI.create("http://127.0.0.1:8080");
        private Path dataFolder = Path.of("data");
        private long processId;
        private String brokers = "127.0.0.1:19092";
        private int connections = 16;
        private List<Double> rates = List.of(250.0, 500.0, 1_000.0);
        private List<String> workloads = List.of("fetch", "event", "batch", "click");
        private Duration warmUp = Duration.ofSeconds(60);
        private Duration leg = Duration.ofSeconds(20);
        private int lineItems = 10;
        private int contextBytes;
        private int blocks;
        private boolean bootFloor;
        private @Nullable String path;
        private String body = "";
        private String headers = "";

        void set(GivenOption option) {
            String value = option.value();
            switch (option.name()) {
                case "--url" -> url = URI.create(value);
                case "--data" -> dataFolder = Path.of(value);
                case "--pid" -> processId = Long.parseLong(value);
                case "--brokers" -> brokers = value;
                case "--connections" -> connections = Integer.parseInt(value);
                case "--rates" ->
                        rates = Arrays.stream(value.split(",", -1)).map(Double::valueOf).toList();
                case "--workloads" -> workloads = List.of(value.split(",", -1));
                case "--warm-up" -> warmUp = Duration.ofSeconds(Long.parseLong(value));
                case "--seconds" -> leg = Duration.ofSeconds(Long.parseLong(value));
                case "--line-items" -> lineItems = Integer.parseInt(value);
                case "--context" -> contextBytes = Integer.parseInt(value);
                case "--limits" -> blocks = Integer.parseInt(value);
                case "--floor" -> bootFloor = isBoot(value);
                case "--path" -> path = value;
                case "--body" -> body = value;
                case "--header" -> headers += value + "\r\n";
                default -> throw option.unknown();
            }
        }

        private static boolean isBoot(String floor) {
            return switch (floor) {
                case "bare" -> false;
                case "boot" -> true;
                default -> throw new IllegalArgumentException("--floor is bare or boot");
            };
        }

        LoadOptions build() {
            return new LoadOptions(
                    url,
                    dataFolder,
                    processId,
                    brokers,
                    connections,
                    rates,
                    workloads,
                    warmUp,
                    leg,
                    lineItems,
                    contextBytes,
                    blocks,
                    bootFloor,
                    path,
                    body,
                    headers);
        }
    }
}
