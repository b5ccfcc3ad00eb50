package io.interlude.state.remote;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The floor of a fetch service, from two things that it knows.
///
/// It counts its own fetches on top of an answer until its views have shown them for ten seconds:
/// so what they had shown five seconds ago must be in the answer. And nobody counts on top what was
/// served before it started: so what the journal held then must be in it too. Safe for use by many
/// threads; [#tick] is called every second.
public final class StalenessBound implements AppliedFloor {
    /// How long ago the views' offsets may be from. The overlay's grace, less the longest wait for
    /// counters.
    static final Duration AGE_MAX = Duration.ofSeconds(5);

    private final IntToLongFunction shown;
    private final int partitions;
    private final LongSupplier nanos;
    private final Deque<Snapshot> snapshots = new ArrayDeque<>();
    private volatile @Nullable Snapshot aged;
    private volatile @Nullable Map<Integer, Long> goals;

    /// @param shown the first offset of a partition of `ads.fetches` that the views do not include
    /// @param nanos time that never goes back
    public StalenessBound(IntToLongFunction shown, int partitions, LongSupplier nanos) {
        this.shown = shown;
        this.partitions = partitions;
        this.nanos = nanos;
    }

    /// What the journal held when the process started: by partition, the offset behind the last
    /// fetch. Until it is told no answer is good enough.
    public void setGoals(Map<Integer, Long> partitionToEnd) {
        goals = Map.copyOf(partitionToEnd);
    }

    /// Notes what the views show now.
    public synchronized void tick() {
        long[] offsets = new long[partitions];
        for (int partition = 0; partition < partitions; partition++) {
            offsets[partition] = shown.applyAsLong(partition);
        }
        long now = nanos.getAsLong();
        snapshots.addLast(new Snapshot(now, offsets));
        while (snapshots.size() > 1 && now - snapshots.getFirst().atNanos() > youngest()) {
            snapshots.removeFirst();
        }
        aged = snapshots.getFirst();
    }

    /// A second less, so that a snapshot is good until the next tick.
    private static long youngest() {
        return AGE_MAX.minusSeconds(1).toNanos();
    }

    @Override
    public long of(int partition) {
        Map<Integer, Long> known = goals;
        if (known == null) {
            return NOT_YET;
        }
        return Math.max(known.getOrDefault(partition, 0L), shownLately(partition));
    }

    /// Without a snapshot of the right age, what is shown now: more than is needed.
    private long shownLately(int partition) {
        Snapshot snapshot = aged;
        return snapshot != null && nanos.getAsLong() - snapshot.atNanos() <= AGE_MAX.toNanos()
                ? snapshot.offsets()[partition]
                : shown.applyAsLong(partition);
    }

    @SuppressWarnings("ArrayRecordComponent") // Read by index, never compared.
    private record Snapshot(long atNanos, long[] offsets) {}
}
