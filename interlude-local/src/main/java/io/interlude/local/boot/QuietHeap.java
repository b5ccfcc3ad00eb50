package io.interlude.local.boot;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Gives memory back once a load, or the start, is over. G1 shrinks its heap only where it has
/// marked it, and at rest it never has a reason to: so this asks for one collection, which by the
/// product's options runs beside everybody, when the collector was busy and is no more.
final class QuietHeap implements AutoCloseable {
    private static final Duration BETWEEN = Duration.ofSeconds(30);

    /// At rest there are two or three in such a time, and some ninety under a load.
    private static final int QUIET_COLLECTIONS = 5;

    private final LongSupplier collections;
    private final Runnable collect;
    private final ScheduledExecutorService looks =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("quiet-heap").factory());
    private long counted;
    private boolean busy = true;

    /// @param collections how many collections there were since the start
    /// @param collect asks for one
    QuietHeap(LongSupplier collections, Runnable collect) {
        this.collections = collections;
        this.collect = collect;
        counted = collections.getAsLong();
    }

    static QuietHeap ofThisProcess() {
        return new QuietHeap(QuietHeap::collections, ManagementFactory.getMemoryMXBean()::gc);
    }

    /// Collections of this process since its start.
    static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    void start() {
        var _ =
                looks.scheduleWithFixedDelay(
                        this::look, BETWEEN.toSeconds(), BETWEEN.toSeconds(), TimeUnit.SECONDS);
    }

    /// Looks at what there was since the last look.
    void look() {
        long now = collections.getAsLong();
        boolean quiet = now - counted <= QUIET_COLLECTIONS;
        counted = now;
        if (busy && quiet) {
            collect.run();
            counted = collections.getAsLong();
        }
        busy = !quiet;
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }
}
