package io.interlude.catalogue.subscriber;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The offset to which a projection shows its partition, and the waiters for it. Safe for use by
/// many threads.
final class ShownOffsets {
    private final ConcurrentLinkedQueue<Waiter> waiters = new ConcurrentLinkedQueue<>();
    private volatile long shown = -1;

    /// Completes once the record at the offset shows.
    CompletableFuture<Void> whenAt(long offset) {
        Waiter waiter = new Waiter(offset, new CompletableFuture<>());
        waiters.add(waiter);
        completeWaiters();
        return waiter.done();
    }

    /// Everything up to the offset shows.
    void show(long offset) {
        shown = Math.max(shown, offset);
        completeWaiters();
    }

    private void completeWaiters() {
        waiters.removeIf(waiter -> {
            boolean there = shown >= waiter.offset();
            if (there) {
                waiter.done().complete(null);
            }
            return there || waiter.done().isDone();
        });
    }

    private record Waiter(long offset, CompletableFuture<Void> done) {}
}
