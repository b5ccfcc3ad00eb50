package io.interlude.benchmark.hostile.scene;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.ConcurrentHistogram;

/// The measurements of the victim during one leg. Safe for use by many threads.
public final class Window {
    private static final double PERCENTILE = 99;
    private static final double MICROS_PER_MILLI = 1e3;

    private final ConcurrentHistogram fetchMicros = new ConcurrentHistogram(3);
    private final Map<String, Integer> errors = new TreeMap<>();
    private final AtomicInteger errorCount = new AtomicInteger();
    private volatile double reportMillis;

    public void fetched(long nanos) {
        fetchMicros.recordValue(Math.max(0, nanos / 1_000));
    }

    public void failed(String what) {
        errorCount.incrementAndGet();
        synchronized (errors) {
            errors.merge(what, 1, Integer::sum);
        }
    }

    /// By how much a report was behind, or late itself. Called by one thread.
    public void reported(double millis) {
        reportMillis = Math.max(reportMillis, millis);
    }

    public double p99Millis() {
        return fetchMicros.getValueAtPercentile(PERCENTILE) / MICROS_PER_MILLI;
    }

    public int errorCount() {
        return errorCount.get();
    }

    public String errors() {
        synchronized (errors) {
            return errors.isEmpty() ? "0" : errors.toString();
        }
    }

    public double reportMillis() {
        return reportMillis;
    }
}
