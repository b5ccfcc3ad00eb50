package io.interlude.benchmark.faults.cluster;

import io.interlude.local.options.CommandLines;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of the cluster's fault harness.
///
/// @param phaseSeconds least length of each phase
/// @param warmUpSeconds length of the first phase, which is not judged
/// @param delayMillis of the slow network, each way
/// @param subscribers of the fetches, again and again
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
        Given given = CommandLines.read(List.of(arguments), new Given(), CommandLines.BENCHMARKS);
        @Nullable Path folder = given.attached == null ? given.folder : given.attached;
        return new ClusterFaultsOptions(
                given.phaseSeconds,
                given.warmUpSeconds,
                given.delayMillis,
                given.subscribers,
                given.events,
                given.clicks,
                given.fetches,
                folder == null ? null : folder.toAbsolutePath(),
                given.attached != null,
                given.port,
                given.only);
    }

    private static final class Given {
        @Option(names = "--phase-seconds")
        private int phaseSeconds = 20;

        @Option(names = "--warm-up")
        private int warmUpSeconds = 30;

        @Option(names = "--delay")
        private int delayMillis = 50;

        @Option(names = "--subscribers")
        private int subscribers = 8;

        @Option(names = "--events")
        private double events = 20;

        @Option(names = "--clicks")
        private double clicks = 5;

        @Option(names = "--fetches")
        private double fetches = 20;

        @Option(names = "--folder")
        private @Nullable Path folder;

        @Option(names = "--attach")
        private @Nullable Path attached;

        @Option(names = "--port")
        private int port = 28_180;

        @Option(names = "--only")
        private String only = "";
    }
}
