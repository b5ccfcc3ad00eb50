package io.interlude.benchmark.rebalance;

import io.interlude.benchmark.options.GivenOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/// What the harness was asked to do.
///
/// @param stateBytes on the disks of all owners together before anything is killed
/// @param fillSeconds longest time to fill them
/// @param readsPerSecond questions for counters
/// @param fetchesPerSecond written meanwhile
/// @param partitions of the journal
/// @param port of the broker; all others follow it
/// @param folder kept afterwards, and gone on with if it is filled; null for a temporary one
/// @param only the scenarios to run
record RebalanceOptions(
        long stateBytes,
        int fillSeconds,
        double readsPerSecond,
        double fetchesPerSecond,
        int partitions,
        int port,
        @Nullable Path folder,
        Set<String> only) {
    /// Everything that can be asked for, in its order. With `fill` alone nothing is killed.
    static final List<String> SCENARIOS =
            List.of("fill", "none", "warm", "standby", "empty", "rolling", "third");

    RebalanceOptions {
        only = Set.copyOf(only);
        for (String name : only) {
            if (!SCENARIOS.contains(name)) {
                throw new IllegalArgumentException(
                        "Scenario " + name + " is none of " + SCENARIOS + ".");
            }
        }
    }

    static RebalanceOptions parse(String... arguments) {
        DataSize bytes = DataSize.ofBytes(1_000_000_000);
        int fillSeconds = 1_200;
        double reads = 200;
        double fetches = 100;
        int partitions = 12;
        int port = 28_400;
        @Nullable Path folder = null;
        Set<String> only = Set.copyOf(SCENARIOS);
        for (GivenOption option : GivenOption.in(arguments)) {
            String value = option.value();
            switch (option.name()) {
                case "--bytes" -> bytes = DataSize.parse(value);
                case "--fill-seconds" -> fillSeconds = Integer.parseInt(value);
                case "--reads" -> reads = Double.parseDouble(value);
                case "--fetches" -> fetches = Double.parseDouble(value);
                case "--partitions" -> partitions = Integer.parseInt(value);
                case "--port" -> port = Integer.parseInt(value);
                case "--folder" -> folder = Path.of(value).toAbsolutePath();
                case "--only" -> only = Set.of(value.split(","));
                default -> throw option.unknown();
            }
        }
        return new RebalanceOptions(
                bytes.toBytes(), fillSeconds, reads, fetches, partitions, port, folder, only);
    }
}
