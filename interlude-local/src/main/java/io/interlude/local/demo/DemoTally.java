package io.interlude.local.demo;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/// The counts and latencies of the demo so far. Safe for use by many threads.
final class DemoTally {
    private static final long LARGEST_MICROS = 60_000_000;
    private static final int DIGITS = 3;

    final LongAdder fetches = new LongAdder();
    final LongAdder fills = new LongAdder();
    final LongAdder noFills = new LongAdder();
    private final Map<String, LongAdder> eventTypeToCount = new ConcurrentSkipListMap<>();
    private final Map<String, LongAdder> errorToCount = new ConcurrentSkipListMap<>();
    private final Histogram fetchMicros = new ConcurrentHistogram(LARGEST_MICROS, DIGITS);
    private final Histogram eventMicros = new ConcurrentHistogram(LARGEST_MICROS, DIGITS);

    void fetched(long micros, boolean filled) {
        fetches.increment();
        (filled ? fills : noFills).increment();
        fetchMicros.recordValue(Math.min(micros, LARGEST_MICROS));
    }

    void sent(String eventType, long micros) {
        eventTypeToCount.computeIfAbsent(eventType, _ -> new LongAdder()).increment();
        eventMicros.recordValue(Math.min(micros, LARGEST_MICROS));
    }

    void failed(String what) {
        errorToCount.computeIfAbsent(what, _ -> new LongAdder()).increment();
    }

    long events(String eventType) {
        LongAdder counted = eventTypeToCount.get(eventType);
        return counted == null ? 0 : counted.sum();
    }

    long errors() {
        return errorToCount.values().stream().mapToLong(LongAdder::sum).sum();
    }

    Map<String, LongAdder> eventTypeToCount() {
        return eventTypeToCount;
    }

    Map<String, LongAdder> errorToCount() {
        return errorToCount;
    }

    /// Latency of fetches, in microseconds from the intended time of sending.
    Histogram fetchMicros() {
        return fetchMicros.copy();
    }

    /// Latency of events and clicks, in microseconds from the time of sending.
    Histogram eventMicros() {
        return eventMicros.copy();
    }
}
