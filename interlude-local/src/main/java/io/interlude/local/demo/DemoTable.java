package io.interlude.local.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/// The demo's figures as lines of text.
final class DemoTable {
    private static final double MICROS_PER_MILLI = 1_000;

    private DemoTable() {}

    /// One line for the time being.
    static String progress(DemoTally tally, Duration elapsed) {
        Histogram latency = tally.fetchMicros();
        return String.format(
                Locale.ROOT,
                "%02d:%02d  fetches %,d  fills %s  clicks %,d  conversions %,d  p50 %.1f ms  p99 %.1f ms  errors %,d",
                elapsed.toMinutes(),
                elapsed.toSecondsPart(),
                tally.fetches.sum(),
                share(tally.fills.sum(), tally.fetches.sum()),
                tally.events("click"),
                tally.events("conversion"),
                millis(latency, 50),
                millis(latency, 99),
                tally.errors());
    }

    /// The table at the end.
    static List<String> lines(DemoTally tally, Duration elapsed) {
        List<String> lines = new ArrayList<>();
        double seconds = Math.max(elapsed.toMillis(), 1) / 1_000.0;
        lines.add(String.format(Locale.ROOT, "%-14s %12s %14s", "", "count", "per second"));
        lines.add(row("fetches", tally.fetches.sum(), seconds));
        lines.add(row("  filled", tally.fills.sum(), seconds));
        lines.add(row("  no-fill", tally.noFills.sum(), seconds));
        tally.eventTypeToCount()
                .forEach((type, count) -> lines.add(row(type, count.sum(), seconds)));
        lines.add(row("errors", tally.errors(), seconds));
        tally.errorToCount()
                .forEach((what, count) -> lines.add(row("  " + what, count.sum(), seconds)));
        lines.add("");
        lines.add(
                String.format(
                        Locale.ROOT,
                        "%-14s %9s %9s %9s %9s %9s",
                        "latency, ms",
                        "p50",
                        "p90",
                        "p99",
                        "p99.9",
                        "max"));
        lines.add(latency("fetch", tally.fetchMicros()));
        lines.add(latency("event", tally.eventMicros()));
        lines.add("");
        lines.add("fill rate " + share(tally.fills.sum(), tally.fetches.sum()));
        return lines;
    }

    private static String row(String name, long count, double seconds) {
        return String.format(Locale.ROOT, "%-14s %,12d %,14.1f", name, count, count / seconds);
    }

    private static String latency(String name, Histogram micros) {
        return String.format(
                Locale.ROOT,
                "%-14s %9.2f %9.2f %9.2f %9.2f %9.2f",
                name,
                millis(micros, 50),
                millis(micros, 90),
                millis(micros, 99),
                millis(micros, 99.9),
                millis(micros, 100));
    }

    private static double millis(Histogram micros, double percentile) {
        return micros.getTotalCount() == 0
                ? 0
                : micros.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
    }

    private static String share(long part, long whole) {
        return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
    }
}
