package io.interlude.journal.waiting;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for what another thread does.
public final class Eventually {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Duration BETWEEN = Duration.ofMillis(10);

    private Eventually() {}

    /// Returns once the condition holds.
    ///
    /// @throws AssertionError if it does not within 60 s
    public static void holds(String what, BooleanSupplier condition) {
        long deadlineNanos = System.nanoTime() + DEADLINE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNanos) {
                throw new AssertionError("never: " + what);
            }
            LockSupport.parkNanos(BETWEEN.toNanos());
        }
    }
}
