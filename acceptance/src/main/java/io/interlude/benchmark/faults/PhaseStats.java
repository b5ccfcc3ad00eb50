package io.interlude.benchmark.faults;

import io.interlude.benchmark.faults.Sent.ClientOutcome;
import io.interlude.benchmark.faults.Sent.Kind;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/// The answers to the requests that were due in one phase, and their delays. Safe for use by many
/// threads.
public final class PhaseStats {
    private static final long LARGEST_MICROS = 60_000_000;
    private static final int DIGITS = 3;
    private static final int NANOS_PER_MICRO = 1_000;
    private static final double MICROS_PER_MILLI = 1_000;

    private final String name;
    private final Map<CountKey, LongAdder> counts = new ConcurrentHashMap<>();
    private final Map<Kind, Histogram> micros = new ConcurrentHashMap<>();
    private final Map<Kind, ErrorSeconds> errors = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> failureToCount = new ConcurrentSkipListMap<>();
    private final long startNanos = System.nanoTime();

    /// Seconds of it, what was measured besides.
    public double seconds;

    double redirectsSeconds = Double.NaN;
    public double serviceBackSeconds = Double.NaN;
    double drainedSeconds = Double.NaN;
    String note = "";

    public PhaseStats(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    /// @param lateNanos from when it was due until its answer
    void add(Kind kind, ClientOutcome outcome, long lateNanos) {
        counter(kind, outcome).increment();
        long dueNanos = System.nanoTime() - lateNanos - startNanos;
        errors(kind).add(dueNanos, outcome);
        if (outcome != ClientOutcome.UNANSWERED && outcome != ClientOutcome.NOT_SENT) {
            micros(kind).recordValue(Math.clamp(lateNanos / NANOS_PER_MICRO, 0, LARGEST_MICROS));
        }
    }

    private LongAdder counter(Kind kind, ClientOutcome outcome) {
        return counts.computeIfAbsent(new CountKey(kind, outcome), _ -> new LongAdder());
    }

    private Histogram micros(Kind kind) {
        return micros.computeIfAbsent(kind, _ -> new ConcurrentHistogram(LARGEST_MICROS, DIGITS));
    }

    public long count(Kind kind, ClientOutcome outcome) {
        return counter(kind, outcome).sum();
    }

    public double millis(Kind kind, double percentile) {
        return micros(kind).getValueAtPercentile(percentile) / MICROS_PER_MILLI;
    }

    /// Notes what a request failed with.
    void failed(Kind kind, String what) {
        failureToCount
                .computeIfAbsent(
                        kind.name().toLowerCase(Locale.ROOT) + " " + what, _ -> new LongAdder())
                .increment();
    }

    /// The failures of requests, with their numbers.
    public String failures() {
        return failureToCount.entrySet().stream()
                .map(failure -> failure.getKey() + ": " + failure.getValue().sum())
                .collect(Collectors.joining("; "));
    }

    /// The failures of a kind, second by second.
    public ErrorSeconds errors(Kind kind) {
        return errors.computeIfAbsent(kind, _ -> new ErrorSeconds());
    }

    private record CountKey(Kind kind, ClientOutcome outcome) {}
}
