package io.interlude.journal.waiting;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Waits for what another thread or process does: 3 minutes, if not told otherwise.
public final class Eventually {
    private static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final Duration BETWEEN = Duration.ofMillis(10);

    private Eventually() {}

    /// A read of what may not answer: an exception ends the wait.
    ///
    /// @param <T> what is read
    @FunctionalInterface
    public interface Look<T> {
        /// Reads it as it is now.
        T take() throws IOException, InterruptedException;
    }

    /// Returns once the condition holds.
    ///
    /// @throws AssertionError if it does not in time
    public static void holds(String what, BooleanSupplier condition) {
        holds(what, DEADLINE, condition);
    }

    /// The same within another time.
    public static void holds(String what, Duration deadline, BooleanSupplier condition) {
        long endNanos = System.nanoTime() + deadline.toNanos();
        while (!condition.getAsBoolean()) {
            pause(endNanos, "never: " + what);
        }
    }

    /// Returns once what is read is as expected.
    ///
    /// @throws AssertionError with what was read last, if that is something else until the end
    public static <T> void equal(String what, Supplier<T> read, T expected) {
        equal(what, DEADLINE, read, expected);
    }

    /// The same within another time.
    public static <T> void equal(String what, Duration deadline, Supplier<T> read, T expected) {
        long endNanos = System.nanoTime() + deadline.toNanos();
        for (T last = read.get(); !expected.equals(last); last = read.get()) {
            pause(endNanos, what + " stay " + last + ", not " + expected);
        }
    }

    /// Returns what is read once it is as expected.
    ///
    /// @throws AssertionError with what was read last, if that is something else until the end
    public static <T> T found(String what, Look<T> look, Predicate<? super T> expected)
            throws IOException, InterruptedException {
        return found(what, DEADLINE, look, expected);
    }

    /// The same within another time.
    public static <T> T found(
            String what, Duration deadline, Look<T> look, Predicate<? super T> expected)
            throws IOException, InterruptedException {
        long endNanos = System.nanoTime() + deadline.toNanos();
        T last = look.take();
        while (!expected.test(last)) {
            pause(endNanos, "never: " + what + "; last: " + last);
            last = look.take();
        }
        return last;
    }

    private static void pause(long endNanos, String failure) {
        if (System.nanoTime() > endNanos) {
            throw new AssertionError(failure);
        }
        LockSupport.parkNanos(BETWEEN.toNanos());
    }
}
