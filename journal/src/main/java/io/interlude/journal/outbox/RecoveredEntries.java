package io.interlude.journal.outbox;

import io.interlude.journal.append.SerializedRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The entries that an earlier process left in the two pools, in the order in which they came. Each
/// pool has its own in order; between the two the time of the append decides, to the millisecond.
final class RecoveredEntries {
    private final Deque<RecoveredEntry> usual = new ArrayDeque<>();
    private final Deque<RecoveredEntry> clicks = new ArrayDeque<>();

    void addUsual(SerializedRecord left, Entry entry) {
        usual.add(RecoveredEntry.of(left, entry));
    }

    void addClick(SerializedRecord left, Entry entry) {
        clicks.add(RecoveredEntry.of(left, entry));
    }

    int size() {
        return usual.size() + clicks.size();
    }

    /// Hands all of it out, with the partition it is for.
    void drainTo(BiConsumer<Partition, Entry> taker) {
        for (RecoveredEntry next = next(); next != null; next = next()) {
            taker.accept(next.partition(), next.entry());
        }
    }

    private @Nullable RecoveredEntry next() {
        RecoveredEntry first = usual.peek();
        RecoveredEntry click = clicks.peek();
        boolean clickIsNext =
                first == null || (click != null && click.atEpochMilli() < first.atEpochMilli());
        return clickIsNext ? clicks.poll() : usual.poll();
    }

    /// The partition that a record belongs to.
    record Partition(String topic, int number) {}

    private record RecoveredEntry(Partition partition, long atEpochMilli, Entry entry) {
        static RecoveredEntry of(SerializedRecord left, Entry entry) {
            return new RecoveredEntry(
                    new Partition(left.topic(), left.partition()),
                    left.appendedAt().toEpochMilli(),
                    entry);
        }
    }
}
