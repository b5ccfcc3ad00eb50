package io.interlude.benchmark.hostile.scene;

import io.interlude.local.options.CommandLines;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The command line of the hostile suite.
///
/// @param only parts of names; empty selects every attack
/// @param attack longest time of one attack, setting-up aside
/// @param quiet length of the leg before each attack
/// @param warmUp length of the load after each start of the product
/// @param limitMillis largest 99th percentile of the victim's fetches
/// @param reportMillis largest delay of the victim's reports
/// @param folder null for a temporary one
/// @param port of the product; the broker has the next
public record HostileOptions(
        List<String> only,
        Duration attack,
        Duration quiet,
        Duration warmUp,
        double limitMillis,
        double reportMillis,
        @Nullable Path folder,
        int port) {
    public HostileOptions {
        only = List.copyOf(only);
    }

    /// Options as on a command line; each has a value.
    ///
    /// @throws IllegalArgumentException with a sentence that names the one at fault
    public static HostileOptions parse(String... arguments) {
        Given given = CommandLines.read(List.of(arguments), new Given(), CommandLines.BENCHMARKS);
        return new HostileOptions(
                given.only,
                Duration.ofSeconds(given.seconds),
                Duration.ofSeconds(given.quiet),
                Duration.ofSeconds(given.warmUp),
                given.limit,
                given.reportLimit,
                given.folder == null ? null : given.folder.toAbsolutePath(),
                given.port);
    }

    public boolean selects(String attack) {
        return only.isEmpty() || only.stream().anyMatch(attack::contains);
    }

    private static final class Given {
        @Option(names = "--only", split = ",")
        private List<String> only = List.of();

        @Option(names = "--seconds")
        private int seconds = 20;

        @Option(names = "--quiet")
        private int quiet = 5;

        @Option(names = "--warm-up")
        private int warmUp = 20;

        @Option(names = "--limit-ms")
        private double limit = 50;

        @Option(names = "--report-ms")
        private double reportLimit = 2_000;

        @Option(names = "--folder")
        private @Nullable Path folder;

        @Option(names = "--port")
        private int port = 18_200;
    }
}
