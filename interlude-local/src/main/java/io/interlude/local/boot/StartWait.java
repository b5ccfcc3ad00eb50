package io.interlude.local.boot;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Waits for a start as long as anything of it moves: after a kill, gigabytes of state may have to
/// be read again. Tells how far it is, and gives up only what has stood still. Used by one thread.
final class StartWait {
    static final Duration STUCK_AFTER = Duration.ofMinutes(5);
    static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

    private final Consumer<String> progress;
    private final LongSupplier nanoTime;
    private Seen last = new Seen(List.of(), 0, 0, 0);
    private long movedNanos;
    private long toldNanos;

    /// @param progress takes a line about every ten seconds
    StartWait(Consumer<String> progress, LongSupplier nanoTime) {
        this.progress = progress;
        this.nanoTime = nanoTime;
        movedNanos = nanoTime.getAsLong();
        toldNanos = movedNanos;
    }

    /// Looks at the start, which is not over.
    ///
    /// @throws IllegalStateException with a sentence when nothing has moved for [#STUCK_AFTER]
    void look(Seen now) {
        long nowNanos = nanoTime.getAsLong();
        if (!now.equals(last)) {
            last = now;
            movedNanos = nowNanos;
        }
        Duration still = Duration.ofNanos(nowNanos - movedNanos);
        if (still.compareTo(STUCK_AFTER) >= 0) {
            throw new IllegalStateException(
                    "Not ready: no progress for %d minutes while %s."
                            .formatted(still.toMinutes(), now.sentence()));
        }
        if (nowNanos - toldNanos >= BETWEEN_LINES.toNanos()) {
            toldNanos = nowNanos;
            progress.accept(
                    still.compareTo(BETWEEN_LINES) < 0
                            ? now.sentence()
                            : now.sentence() + "; nothing moved for " + still.toSeconds() + " s");
        }
    }

    /// The progress of a start.
    ///
    /// @param missing names of what is not ready
    /// @param restored records of state that were read again
    /// @param behind events that are not counted yet
    /// @param kept records that wait on the disk for Kafka
    record Seen(List<String> missing, long restored, long behind, long kept) {
        static Seen of(List<String> missing, MeterRegistry meters) {
            return new Seen(
                    missing,
                    (long)
                            meters.find("interlude.aggregate.restored").counters().stream()
                                    .mapToDouble(Counter::count)
                                    .sum(),
                    gauge(meters, "interlude.aggregate.lag"),
                    gauge(meters, "outbox.entries"));
        }

        private static long gauge(MeterRegistry meters, String name) {
            return (long)
                    meters.find(name).gauges().stream()
                            .mapToDouble(Gauge::value)
                            .filter(Double::isFinite)
                            .sum();
        }

        private String sentence() {
            return String.format(
                    Locale.ROOT,
                    "waiting for %s: %,d records of state restored, %,d events to count, %,d kept records to"
                            + " write",
                    String.join(", ", missing),
                    restored,
                    behind,
                    kept);
        }
    }
}
