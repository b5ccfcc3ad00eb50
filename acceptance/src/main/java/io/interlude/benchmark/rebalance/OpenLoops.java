package io.interlude.benchmark.rebalance;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/// Things that are done at constant rates, each on a thread of its own, however long they take.
final class OpenLoops implements AutoCloseable {
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ended;

    /// Begins to do something.
    ///
    /// @param step is told when it was due, of [System#nanoTime]
    void add(String name, double perSecond, LongConsumer step) {
        threads.add(Thread.ofPlatform().name(name).daemon().start(() -> run(perSecond, step)));
    }

    private void run(double perSecond, LongConsumer step) {
        double intervalNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
        long startNanos = System.nanoTime();
        for (long i = 0; !ended; i++) {
            long dueNanos = startNanos + (long) (i * intervalNanos);
            while (!ended && dueNanos - System.nanoTime() > 0) {
                LockSupport.parkNanos(dueNanos - System.nanoTime());
            }
            if (!ended) {
                step.accept(dueNanos);
            }
        }
    }

    @Override
    public void close() {
        ended = true;
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
