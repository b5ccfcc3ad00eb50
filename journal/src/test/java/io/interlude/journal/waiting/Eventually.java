package io.interlude.journal.waiting;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Waits for what another thread does.
public final class Eventually {
    private static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final Duration BETWEEN = Duration.ofMillis(10);

    private Eventually() {}

    /// Returns once the condition holds.
    ///
    /// @throws AssertionError if it does not within 3 minutes
    public static void holds(String what, BooleanSupplier condition) {
        if (!comesTrue(condition)) {
            throw new AssertionError("never: " + what);
        }
    }

    /// Returns once what is read is as expected.
    ///
    /// @throws AssertionError with what was read last, if that is something else for 3 minutes
    public static <T> void equal(String what, Supplier<T> read, T expected) {
        AtomicReference<T> last = new AtomicReference<>();
        if (!comesTrue(
                () -> {
                    last.set(read.get());
                    return expected.equals(last.get());
                })) {
            throw new AssertionError(what + " stay " + last.get() + ", not " + expected);
        }
    }

    private static boolean comesTrue(BooleanSupplier condition) {
        long deadlineNanos = System.nanoTime() + DEADLINE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNanos) {
                return false;
            }
            LockSupport.parkNanos(BETWEEN.toNanos());
        }
        return true;
    }
}
