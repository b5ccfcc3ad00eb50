package io.interlude.benchmark.rebalance;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/// The outcomes of questions, by the tenth of a second in which they were due. Times are of
/// [System#nanoTime]. Safe for use by many threads.
final class AnswerTimeline {
    static final Duration SLOT = Duration.ofMillis(100);

    /// As long as a fetch has for a subscriber's counters.
    static final Duration SLOW = Duration.ofMillis(200);

    private final long startNanos;
    private final ConcurrentNavigableMap<Long, Slot> slots = new ConcurrentSkipListMap<>();

    AnswerTimeline(long startNanos) {
        this.startNanos = startNanos;
    }

    private long number(long atNanos) {
        return Math.floorDiv(atNanos - startNanos, SLOT.toNanos());
    }

    private Slot slot(long atNanos) {
        return slots.computeIfAbsent(number(atNanos), _ -> new Slot());
    }

    /// @param lateNanos from when it was due to when it was answered
    void answered(long dueNanos, long lateNanos) {
        Slot slot = slot(dueNanos);
        slot.asked.increment();
        if (lateNanos > SLOW.toNanos()) {
            slot.slow.increment();
        }
    }

    void refused(long dueNanos) {
        Slot slot = slot(dueNanos);
        slot.asked.increment();
        slot.refused.increment();
    }

    /// @param count of those answered lately, by a standby
    void byStandby(long atNanos, long count) {
        slot(atNanos).byStandby.add(count);
    }

    /// The outcomes of those due between the two times.
    Summary between(long fromNanos, long toNanos) {
        var part = slots.subMap(number(fromNanos), true, number(toNanos), true);
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (var entry : part.entrySet()) {
            if (entry.getValue().refused.sum() > 0) {
                first = Math.min(first, entry.getKey());
                last = Math.max(last, entry.getKey());
            }
        }
        double span = first > last ? 0 : (last - first + 1) * (double) SLOT.toMillis() / 1_000;
        return new Summary(
                sum(part.values(), slot -> slot.asked),
                sum(part.values(), slot -> slot.refused),
                span,
                sum(part.values(), slot -> slot.byStandby),
                sum(part.values(), slot -> slot.slow));
    }

    private static long sum(Collection<Slot> slots, Function<Slot, LongAdder> what) {
        return slots.stream().mapToLong(slot -> what.apply(slot).sum()).sum();
    }

    /// @param refusedSeconds from the first refusal to the last
    /// @param slow answered, but later than a fetch would have waited
    record Summary(long asked, long refused, double refusedSeconds, long byStandby, long slow) {}

    private static final class Slot {
        private final LongAdder asked = new LongAdder();
        private final LongAdder refused = new LongAdder();
        private final LongAdder byStandby = new LongAdder();
        private final LongAdder slow = new LongAdder();
    }
}
