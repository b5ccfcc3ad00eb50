package io.interlude.journal.reading;

import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/// Gives turns to the readers that look through the journal. All readers of a process together get
/// half of its processors, whatever is asked for at once: the other half is there for fetches and
/// events. They take turns from poll to poll, so that a short reading is not behind a long one.
public final class ReadingTurns {
    private static final Semaphore PROCESSORS =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);

    /// Whether this thread has a turn.
    private static final ThreadLocal<Boolean> HELD = ThreadLocal.withInitial(() -> false);

    private ReadingTurns() {}

    /// Reads in turns of this thread.
    public static <R> R reading(Supplier<R> reading) {
        PROCESSORS.acquireUninterruptibly();
        HELD.set(true);
        try {
            return reading.get();
        } finally {
            HELD.remove();
            PROCESSORS.release();
        }
    }

    /// Gives the others their turns, before this thread goes on with its own.
    static void next() {
        if (HELD.get()) {
            PROCESSORS.release();
            PROCESSORS.acquireUninterruptibly();
        }
    }
}
