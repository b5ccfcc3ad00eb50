package io.interlude.benchmark.load;

import java.util.Locale;
import org.HdrHistogram.Histogram;

/// Legs as lines of a table in Markdown.
final class LoadTable {
    private static final double MICROS_PER_MILLI = 1_000;

    private LoadTable() {}

    static String head() {
        return "| load | intended/s | answered/s | errors | p50 ms | p90 ms | p99 ms | p99.9 ms | max ms | server CPU ms | with aggregation |\n"
                + "|---|---|---|---|---|---|---|---|---|---|---|";
    }

    static String row(Leg leg) {
        return String.format(
                Locale.ROOT,
                "| %s, %s | %s | %,.0f | %,d | %.2f | %.2f | %.2f | %.2f | %.2f | %s | %s |",
                leg.name(),
                leg.intendedPerSecond() == 0 ? "closed loop" : "open loop",
                leg.intendedPerSecond() == 0
                        ? "-"
                        : String.format(Locale.ROOT, "%,.0f", leg.intendedPerSecond()),
                leg.perSecond(),
                leg.errors(),
                millis(leg.micros(), 50),
                millis(leg.micros(), 90),
                millis(leg.micros(), 99),
                millis(leg.micros(), 99.9),
                millis(leg.micros(), 100),
                cpu(leg.cpuMillis().duringLoad()),
                cpu(leg.cpuMillis().untilAggregated()));
    }

    private static String cpu(double millis) {
        return Double.isNaN(millis) ? "-" : String.format(Locale.ROOT, "%.3f", millis);
    }

    private static double millis(Histogram micros, double percentile) {
        return micros.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
    }
}
