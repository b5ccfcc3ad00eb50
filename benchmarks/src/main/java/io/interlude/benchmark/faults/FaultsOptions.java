package io.interlude.benchmark.faults;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
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
        Deque<String> rest = new ArrayDeque<>(List.of(arguments));
        while (!rest.isEmpty()) {
            String option = rest.removeFirst();
            if (rest.isEmpty()) {
                throw new IllegalArgumentException("Option " + option + " needs a value.");
            }
            String value = rest.removeFirst();
            switch (option) {
                case "--seconds" -> seconds = Integer.parseInt(value);
                case "--outage" -> outageSeconds = Integer.parseInt(value);
                case "--events" -> events = Double.parseDouble(value);
                case "--clicks" -> clicks = Double.parseDouble(value);
                case "--fetches" -> fetches = Double.parseDouble(value);
                case "--folder" -> folder = Path.of(value).toAbsolutePath();
                case "--port" -> port = Integer.parseInt(value);
                default -> throw new IllegalArgumentException("Unknown option " + option + ".");
            }
        }
        return new FaultsOptions(seconds, outageSeconds, events, clicks, fetches, folder, port);
    }
}
