package io.interlude.fetch.overlay;

import static java.util.Objects.requireNonNull;

import io.interlude.journal.append.JournalPosition;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Own fetches that a view does not include. Not safe for use by many threads: whoever uses it
/// holds its lock.
///
/// Each fetch is added once and dropped once, in the order of the offsets: nobody goes through the
/// others, of which there are many while the aggregation is far behind.
final class AwaitedFetches {
    private static final Comparator<OwnFetch> BY_OFFSET =
            Comparator.comparingLong(AwaitedFetches::offset);

    private final Set<OwnFetch> pending = new HashSet<>();
    private final Map<Integer, PriorityQueue<OwnFetch>> partitionToAcknowledged = new HashMap<>();
    private @Nullable Object seenView;
    private Map<Integer, Long> applied = Map.of();

    void add(OwnFetch fetch) {
        pending.add(fetch);
    }

    /// The journal does not have the fetch.
    ///
    /// @return whether it was still waiting for the journal's answer
    boolean remove(OwnFetch fetch) {
        return pending.remove(fetch);
    }

    /// The journal has answered for the fetch.
    ///
    /// @return whether the view has included it before, so that it is dropped
    boolean acknowledged(OwnFetch fetch) {
        JournalPosition position = fetch.position();
        if (position == null || !pending.remove(fetch)) {
            return false;
        }
        if (fetch.isIn(applied)) {
            return true;
        }
        partitionToAcknowledged
                .computeIfAbsent(position.partition(), _ -> new PriorityQueue<>(BY_OFFSET))
                .add(fetch);
        return false;
    }

    /// Drops what the view includes.
    ///
    /// @param view the view itself; the same one again changes nothing
    /// @param dropped is given each fetch that is dropped
    /// @return whether it is another view
    boolean see(
            Object view, Map<Integer, Long> partitionToAppliedOffset, Consumer<OwnFetch> dropped) {
        if (view.equals(seenView)) {
            return false;
        }
        seenView = view;
        applied = partitionToAppliedOffset;
        partitionToAcknowledged.forEach((partition, acknowledged) -> {
            long offset = applied.getOrDefault(partition, -1L);
            while (!acknowledged.isEmpty() && offset(acknowledged.element()) <= offset) {
                dropped.accept(acknowledged.remove());
            }
        });
        partitionToAcknowledged.values().removeIf(PriorityQueue::isEmpty);
        return true;
    }

    /// Gives every fetch, in no order.
    void forEach(Consumer<OwnFetch> action) {
        pending.forEach(action);
        partitionToAcknowledged.values().forEach(acknowledged -> acknowledged.forEach(action));
    }

    /// Of one that the journal has.
    private static long offset(OwnFetch acknowledged) {
        return requireNonNull(acknowledged.position()).offset();
    }
}
