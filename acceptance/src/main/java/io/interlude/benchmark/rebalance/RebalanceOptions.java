package io.interlude.benchmark.rebalance;

import io.interlude.local.options.CommandLines;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;
import picocli.CommandLine.Option;

/// The options of the harness.
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
        Given given = CommandLines.read(List.of(arguments), new Given(), CommandLines.BENCHMARKS);
        return new RebalanceOptions(
                DataSize.parse(given.bytes).toBytes(),
                given.fillSeconds,
                given.reads,
                given.fetches,
                given.partitions,
                given.port,
                given.folder == null ? null : given.folder.toAbsolutePath(),
                given.only);
    }

    private static final class Given {
        @Option(names = "--bytes")
        private String bytes = "1000000000";

        @Option(names = "--fill-seconds")
        private int fillSeconds = 1_200;

        @Option(names = "--reads")
        private double reads = 200;

        @Option(names = "--fetches")
        private double fetches = 100;

        @Option(names = "--partitions")
        private int partitions = 12;

        @Option(names = "--port")
        private int port = 28_400;

        @Option(names = "--folder")
        private @Nullable Path folder;

        @Option(names = "--only", split = ",")
        private Set<String> only = Set.copyOf(SCENARIOS);
    }
}
