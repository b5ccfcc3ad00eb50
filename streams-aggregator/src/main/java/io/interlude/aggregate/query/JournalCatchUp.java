package io.interlude.aggregate.query;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Tells whether the aggregator has applied every fetch that the journal held at this process's
/// start.
///
/// Until then a frequency count may miss fetches that an earlier process answered, and nobody's
/// overlay knows of them. Fetches of this process are in its overlay from the first. Once a
/// partition has caught up it stays so. Safe for use by many threads.
public final class JournalCatchUp {
    private final JournalOffsets offsets;
    private final int partitionCount;
    private volatile @Nullable Map<Integer, Long> partitionToGoal;
    private volatile Map<Integer, Long> partitionToOpenGoal = Map.of();

    public JournalCatchUp(JournalOffsets offsets, int partitionCount) {
        this.offsets = offsets;
        this.partitionCount = partitionCount;
    }

    public boolean caughtUp(int partition) {
        return partitionToGoal != null && !partitionToOpenGoal.containsKey(partition);
    }

    public boolean caughtUp() {
        return partitionToGoal != null && partitionToOpenGoal.isEmpty();
    }

    /// Compares once more. To be called again, when it is complete, until all have caught up.
    public CompletableFuture<Void> compare() {
        if (partitionToGoal != null) {
            return offsets.committed().thenAccept(this::close);
        }
        return offsets.starts()
                .thenCombine(offsets.ends(), this::setGoals)
                .thenCompose(_ -> offsets.committed())
                .thenAccept(this::close);
    }

    private boolean setGoals(Map<Integer, Long> starts, Map<Integer, Long> ends) {
        Map<Integer, Long> goals = new HashMap<>();
        for (int partition = 0; partition < partitionCount; partition++) {
            long end = ends.getOrDefault(partition, 0L);
            if (end > starts.getOrDefault(partition, 0L)) {
                goals.put(partition, end);
            }
        }
        partitionToOpenGoal = Map.copyOf(goals);
        partitionToGoal = partitionToOpenGoal;
        return true;
    }

    private void close(Map<Integer, Long> partitionToCommitted) {
        Map<Integer, Long> open = new HashMap<>(partitionToOpenGoal);
        open.entrySet()
                .removeIf(goal ->
                        partitionToCommitted.getOrDefault(goal.getKey(), 0L) >= goal.getValue());
        partitionToOpenGoal = Map.copyOf(open);
    }
}
