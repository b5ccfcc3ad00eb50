package io.interlude.aggregate.boot;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.streams.processor.TaskId;

/// Tells which tasks stand still: there is something to read, and for [#STANDSTILL] nothing was
/// committed. A task that is restored or catches up moves. Used by one thread.
final class TaskProgress {
    /// After this time without a commit a task stands still. A commit takes part of a second.
    static final Duration STANDSTILL = Duration.ofSeconds(60);

    private final Map<TaskId, Since> taskToSince = new HashMap<>();
    private double restored = -1;

    /// The progress of a task as the brokers know it.
    ///
    /// @param committed sum of its offsets
    /// @param lag records that it has not committed
    record Seen(long committed, long lag) {}

    /// Looks once more.
    ///
    /// @param restoredNow records of changelogs that were read until now: more of them are progress
    /// @return number of tasks that stand still
    int standing(Map<TaskId, Seen> taskToSeen, double restoredNow, long nowNanos) {
        if (restoredNow != restored) {
            restored = restoredNow;
            taskToSince.clear();
        }
        taskToSince.keySet().retainAll(taskToSeen.keySet());
        int standing = 0;
        for (Map.Entry<TaskId, Seen> task : taskToSeen.entrySet()) {
            Seen seen = task.getValue();
            Since since =
                    taskToSince.merge(
                            task.getKey(),
                            new Since(seen.committed(), nowNanos),
                            (before, now) -> before.committed() == now.committed() ? before : now);
            if (seen.lag() > 0 && nowNanos - since.nanos() >= STANDSTILL.toNanos()) {
                standing++;
            } else if (seen.lag() <= 0) {
                taskToSince.remove(task.getKey());
            }
        }
        return standing;
    }

    /// Forgets what was seen: while the brokers do not answer nothing can move.
    void forget() {
        taskToSince.clear();
    }

    private record Since(long committed, long nanos) {}
}
