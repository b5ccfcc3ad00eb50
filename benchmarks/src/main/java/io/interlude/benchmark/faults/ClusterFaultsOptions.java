package io.interlude.benchmark.faults;

import io.interlude.benchmark.options.GivenOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What the fault harness of the cluster was asked to do.
///
/// @param phaseSeconds least length of each phase
/// @param warmUpSeconds length of the first phase, which is not judged
/// @param delayMillis of the slow network, each way
/// @param subscribers who ask, again and again
/// @param folder kept afterwards; null for a temporary one
/// @param attach true to use the cluster that runs in the folder already, and let it run on
/// @param port of the gateway; all others follow it
/// @param only phases whose names contain this; all with an empty one
record ClusterFaultsOptions(
        int phaseSeconds,
        int warmUpSeconds,
        int delayMillis,
        int subscribers,
        double eventsPerSecond,
        double clicksPerSecond,
        double fetchesPerSecond,
        @Nullable Path folder,
        boolean attach,
        int port,
        String only) {
    static ClusterFaultsOptions parse(String... arguments) {
        int phaseSeconds = 20;
        int warmUpSeconds = 30;
        int delayMillis = 50;
        int subscribers = 8;
        double events = 20;
        double clicks = 5;
        double fetches = 20;
        @Nullable Path folder = null;
        boolean attach = false;
        int port = 28_180;
        String only = "";
        for (GivenOption option : GivenOption.in(arguments)) {
            String value = option.value();
            switch (option.name()) {
                case "--phase-seconds" -> phaseSeconds = Integer.parseInt(value);
                case "--warm-up" -> warmUpSeconds = Integer.parseInt(value);
                case "--delay" -> delayMillis = Integer.parseInt(value);
                case "--subscribers" -> subscribers = Integer.parseInt(value);
                case "--events" -> events = Double.parseDouble(value);
                case "--clicks" -> clicks = Double.parseDouble(value);
                case "--fetches" -> fetches = Double.parseDouble(value);
                case "--folder" -> folder = Path.of(value).toAbsolutePath();
                case "--attach" -> {
                    folder = Path.of(value).toAbsolutePath();
                    attach = true;
                }
                case "--port" -> port = Integer.parseInt(value);
                case "--only" -> only = value;
                default -> throw option.unknown();
            }
        }
        return new ClusterFaultsOptions(
                phaseSeconds,
                warmUpSeconds,
                delayMillis,
                subscribers,
                events,
                clicks,
                fetches,
                folder,
                attach,
                port,
                only);
    }
}
