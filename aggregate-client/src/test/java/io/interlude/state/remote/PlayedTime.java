package io.interlude.state.remote;

import java.time.Duration;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// Time that stands still until it is told to go on, and then runs what is due in its order.
final class PlayedTime implements Timer {
    private final PriorityQueue<Due> queue = new PriorityQueue<>();
    private long nanos;
    private long sequence;

    long nanos() {
        return nanos;
    }

    @Override
    public Runnable after(Duration delay, Runnable action) {
        Due due = new Due(nanos + delay.toNanos(), sequence++, action);
        queue.add(due);
        return () -> due.action = null;
    }

    void pass(Duration duration) {
        long end = nanos + duration.toNanos();
        for (Due due = queue.peek(); due != null && due.atNanos <= end; due = queue.peek()) {
            queue.remove();
            nanos = due.atNanos;
            Runnable action = due.action;
            if (action != null) {
                action.run();
            }
        }
        nanos = end;
    }

    private static final class Due implements Comparable<Due> {
        private final long atNanos;
        private final long sequence;
        private @Nullable Runnable action;

        Due(long atNanos, long sequence, Runnable action) {
            this.atNanos = atNanos;
            this.sequence = sequence;
            this.action = action;
        }

        @Override
        public int compareTo(Due other) {
            int order = Long.compare(atNanos, other.atNanos);
            return order == 0 ? Long.compare(sequence, other.sequence) : order;
        }
    }
}
