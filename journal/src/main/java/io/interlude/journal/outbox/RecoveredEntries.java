package io.interlude.journal.outbox;

import io.interlude.journal.append.SerializedRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// What an earlier process left in the two compartments, in the order in which it came. Each
/// compartment has its own in order; between the two the time of the append decides, to the
/// millisecond.
final class RecoveredEntries {
    private final Deque<LeftOver> usual = new ArrayDeque<>();
    private final Deque<LeftOver> clicks = new ArrayDeque<>();

    void addUsual(SerializedRecord left, Entry entry) {
        usual.add(LeftOver.of(left, entry));
    }

    void addClick(SerializedRecord left, Entry entry) {
        clicks.add(LeftOver.of(left, entry));
    }

    int size() {
        return usual.size() + clicks.size();
    }

    /// Hands all of it out, with the partition it is for.
    void drainTo(BiConsumer<Partition, Entry> taker) {
        for (LeftOver next = next(); next != null; next = next()) {
            taker.accept(next.partition(), next.entry());
        }
    }

    private @Nullable LeftOver next() {
        LeftOver first = usual.peek();
        LeftOver click = clicks.peek();
        boolean clickIsNext =
                first == null || (click != null && click.atEpochMilli() < first.atEpochMilli());
        return clickIsNext ? clicks.poll() : usual.poll();
    }

    /// Where a record belongs.
    record Partition(String topic, int number) {}

    private record LeftOver(Partition partition, long atEpochMilli, Entry entry) {
        static LeftOver of(SerializedRecord left, Entry entry) {
            return new LeftOver(
                    new Partition(left.topic(), left.partition()),
                    left.appendedAt().toEpochMilli(),
                    entry);
        }
    }
}
