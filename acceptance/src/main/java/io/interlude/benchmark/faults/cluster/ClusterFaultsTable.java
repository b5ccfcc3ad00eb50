package io.interlude.benchmark.faults.cluster;

import io.interlude.benchmark.faults.ErrorSeconds;
import io.interlude.benchmark.faults.PhaseStats;
import io.interlude.benchmark.faults.Sent.ClientOutcome;
import io.interlude.benchmark.faults.Sent.Kind;
import java.util.Locale;

/// The results of the cluster as tables in Markdown.
final class ClusterFaultsTable {
    private ClusterFaultsTable() {}

    static String phaseHead() {
        return "| phase | s | fetches 200 / 204 | failed fetches | events | failed events | clicks"
                + " | failed clicks | fetch p50, p99 ms | event p50, p99 ms | back after s"
                + " | failed with |\n"
                + "|---|---|---|---|---|---|---|---|---|---|---|---|";
    }

    static String phase(PhaseStats phase) {
        return String.format(
                Locale.ROOT,
                "| %s | %.0f | %,d / %,d | %s | %,d | %s | %,d | %s | %s | %s | %s | %s |",
                phase.name(),
                phase.seconds,
                phase.count(Kind.FETCH, ClientOutcome.ACCEPTED),
                phase.count(Kind.FETCH, ClientOutcome.NOTHING),
                failed(phase, Kind.FETCH),
                phase.count(Kind.EVENT, ClientOutcome.ACCEPTED),
                failed(phase, Kind.EVENT),
                phase.count(Kind.CLICK, ClientOutcome.ACCEPTED),
                failed(phase, Kind.CLICK),
                millis(phase, Kind.FETCH),
                millis(phase, Kind.EVENT),
                Double.isNaN(phase.serviceBackSeconds)
                        ? "-"
                        : String.format(Locale.ROOT, "%.1f", phase.serviceBackSeconds),
                phase.failures().isEmpty() ? "-" : phase.failures());
    }

    /// How many, what share, and in how many seconds on end more than 1 %.
    private static String failed(PhaseStats phase, Kind kind) {
        ErrorSeconds errors = phase.errors(kind);
        return errors.errors() == 0
                ? "0"
                : String.format(
                        Locale.ROOT,
                        "%,d (%.2f %%), %d s on end, last in second %d",
                        errors.errors(),
                        100 * errors.share(),
                        errors.longestBadStretch(),
                        errors.lastBad());
    }

    private static String millis(PhaseStats phase, Kind kind) {
        return String.format(
                Locale.ROOT, "%.1f, %.1f", phase.millis(kind, 50), phase.millis(kind, 99));
    }
}
