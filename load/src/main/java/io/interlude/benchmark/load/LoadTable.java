package io.interlude.benchmark.load;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/// Legs as lines of a table in Markdown.
final class LoadTable {
    private static final double MICROS_PER_MILLI = 1_000;
    private static final double BYTES_PER_KIB = 1 << 10;
    private static final double LEAST_SHOWN_BYTES = 0.5;

    private LoadTable() {}

    static String head() {
        return "| load | intended/s | answered/s | errors | p50 ms | p90 ms | p99 ms | p99.9 ms | max ms | server CPU ms | with aggregation | allocated KiB | written B |\n"
                + "|---|---|---|---|---|---|---|---|---|---|---|---|---|";
    }

    static String row(Leg leg) {
        return String.format(
                Locale.ROOT,
                "| %s, %s | %s | %,.0f | %,d | %.2f | %.2f | %.2f | %.2f | %.2f | %s | %s | %s | %s |",
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
                cpu(leg.cpuMillis().untilAggregated()),
                known("%.1f", leg.allocatedBytes() / BYTES_PER_KIB),
                known("%,.0f", leg.writtenBytes()));
    }

    /// What a request wrote to each topic in each of the legs, the largest first: bytes (records).
    static String topics(List<Leg> legs) {
        StringBuilder table = new StringBuilder("| written a request to |");
        legs.forEach(leg -> table.append(' ').append(name(leg)).append(" |"));
        table.append(System.lineSeparator()).append("|---|").repeat("---|", legs.size());
        legs.stream()
                .flatMap(leg -> leg.cost().topicToBytes().keySet().stream())
                .distinct()
                .sorted(Comparator.comparingDouble((String topic) -> bytes(topic, legs)).reversed())
                .filter(topic -> bytes(topic, legs) >= LEAST_SHOWN_BYTES * legs.size())
                .forEach(topic -> {
                    table.append(System.lineSeparator()).append("| `").append(topic).append("` |");
                    legs.forEach(leg -> table.append(cell(leg, topic)));
                });
        return table.append(System.lineSeparator()).toString();
    }

    private static String name(Leg leg) {
        return leg.intendedPerSecond() == 0
                ? leg.name() + ", closed loop"
                : String.format(Locale.ROOT, "%s, %,.0f/s", leg.name(), leg.intendedPerSecond());
    }

    private static double bytes(String topic, List<Leg> legs) {
        return legs.stream().mapToDouble(leg -> leg.writtenBytes(topic)).sum();
    }

    private static String cell(Leg leg, String topic) {
        return String.format(
                Locale.ROOT, " %,.0f (%.2f) |", leg.writtenBytes(topic), leg.writtenRecords(topic));
    }

    private static String cpu(double millis) {
        return known("%.3f", millis);
    }

    private static String known(String format, double number) {
        return Double.isNaN(number) ? "-" : String.format(Locale.ROOT, format, number);
    }

    private static double millis(Histogram micros, double percentile) {
        return micros.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
    }
}
