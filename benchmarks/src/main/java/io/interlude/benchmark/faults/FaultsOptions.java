package io.interlude.benchmark.faults;

import io.interlude.benchmark.options.GivenOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What the fault harness was asked to do.
///
/// @param seconds least length of the traffic
/// @param outageSeconds how long the broker is away each time, besides its own start
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
        int seconds = 60;
        int outageSeconds = 4;
        double events = 200;
        double clicks = 100;
        double fetches = 50;
        @Nullable Path folder = null;
        int port = 18_080;
        for (GivenOption option : GivenOption.in(arguments)) {
            String value = option.value();
            switch (option.name()) {
                case "--seconds" -> seconds = Integer.parseInt(value);
                case "--outage" -> outageSeconds = Integer.parseInt(value);
                case "--events" -> events = Double.parseDouble(value);
                case "--clicks" -> clicks = Double.parseDouble(value);
                case "--fetches" -> fetches = Double.parseDouble(value);
                case "--folder" -> folder = Path.of(value).toAbsolutePath();
                case "--port" -> port = Integer.parseInt(value);
                default -> throw option.unknown();
            }
        }
        return new FaultsOptions(seconds, outageSeconds, events, clicks, fetches, folder, port);
    }
}
