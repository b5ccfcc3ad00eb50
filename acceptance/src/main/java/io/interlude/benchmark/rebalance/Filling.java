package io.interlude.benchmark.rebalance;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Fills the state of aggregators: one fetch of each subscriber, as fast as they are applied, until
/// the stores are large enough.
final class Filling {
    /// Fetches that may wait to be applied: enough to keep the aggregators busy, and few enough to
    /// stop near the goal.
    private static final long LAG_MAX = 60_000;

    private static final int BATCH = 5_000;
    private static final double BYTES_IN_MB = 1e6;
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int LOOKS_A_LINE = 10;
    private static final int PAUSE_MILLIS = 100;

    private final LongSupplier stateBytes;
    private final AppliedFetches applied;
    private final JournalWriter writer;
    private final CountDownLatch never = new CountDownLatch(1);

    /// @param stateBytes asked for what the stores take on disk
    Filling(LongSupplier stateBytes, AppliedFetches applied, JournalWriter writer) {
        this.stateBytes = stateBytes;
        this.applied = applied;
        this.writer = writer;
    }

    /// Writes until the stores hold so much, or the time is over, and all is applied.
    ///
    /// @param first number of the first subscriber
    /// @return the number behind the last one
    int fill(int first, long goalBytes, Duration longest) throws InterruptedException {
        long startNanos = System.nanoTime();
        long lookNanos = startNanos;
        int looks = 0;
        int written = first;
        while (true) {
            for (int i = 0; i < BATCH; i++) {
                writer.write(written++, _ -> {});
            }
            awaitLag(LAG_MAX);
            if (System.nanoTime() - lookNanos > LOOK_NANOS) {
                lookNanos = System.nanoTime();
                long bytes = stateBytes.getAsLong();
                if (looks++ % LOOKS_A_LINE == 0) {
                    tell(startNanos, first, written, bytes);
                }
                if (bytes >= goalBytes || lookNanos - startNanos > longest.toNanos()) {
                    writer.flush();
                    awaitLag(0);
                    tell(startNanos, first, written, stateBytes.getAsLong());
                    return written;
                }
            }
        }
    }

    /// Waits until no more fetches than this are in the journal and not applied.
    void awaitLag(long most) throws InterruptedException {
        while (applied.lag() > most) {
            var _ = never.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private static void tell(long startNanos, int first, int written, long bytes) {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        System.err.printf(
                "%,d fetches in %.0f s, %,.0f a second, %,.0f MB of state, %,.0f bytes each%n",
                written,
                seconds,
                (written - first) / seconds,
                bytes / BYTES_IN_MB,
                (double) bytes / written);
    }
}
