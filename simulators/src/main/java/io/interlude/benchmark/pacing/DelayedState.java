package io.interlude.benchmark.pacing;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.pacing.SpendFold;
import io.interlude.domain.rotation.CreativeEngagement;
import io.interlude.state.query.AggregateViews;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// The aggregator and the way of its state to the readers: sums up contributions with the real
/// fold, late and unevenly. A partition is applied after four to eight tenths of the longest delay,
/// and a reader sees the sum up to two tenths later. One line item.
final class DelayedState {
    static final int PARTITIONS = 12;

    private static final long FLUSH_MILLIS = 100;
    private static final int KEPT_MAX = 10_000;
    private static final double EARLIEST_APPLIED = 0.4;
    private static final double LATEST_APPLIED = 0.8;

    private final long longestDelayMillis;
    private final PriorityQueue<Pending> pending =
            new PriorityQueue<>(
                    Comparator.comparingLong(Pending::atMillis)
                            .thenComparingLong(Pending::sequence));
    private final List<Reader> readers = new ArrayList<>();

    /// What was published last, and before it what a reader still needs.
    private final ArrayList<Published> published = new ArrayList<>();

    private long appended;
    private long frozenFrom = Long.MAX_VALUE;
    private long frozenTo = Long.MAX_VALUE;

    DelayedState(long longestDelayMillis) {
        this.longestDelayMillis = longestDelayMillis;
        published.add(new Published(Long.MIN_VALUE, LineItemSpend.NONE));
    }

    /// Between the two times nothing is applied.
    void freeze(long fromMillis, long toMillis) {
        frozenFrom = fromMillis;
        frozenTo = toMillis;
    }

    void append(long nowMillis, int partition, LineItemSpend contribution) {
        double part = partition / (double) (PARTITIONS - 1);
        double delay =
                longestDelayMillis
                        * (EARLIEST_APPLIED + part * (LATEST_APPLIED - EARLIEST_APPLIED));
        long applied = nowMillis + (long) delay;
        boolean frozen = applied >= frozenFrom && applied < frozenTo;
        pending.add(new Pending(frozen ? frozenTo : applied, appended++, contribution));
    }

    /// Publishes what is due, every tenth of a second.
    void advance(long nowMillis) {
        while (!pending.isEmpty() && pending.peek().atMillis() <= nowMillis) {
            Pending next = pending.remove();
            long shownAt =
                    longestDelayMillis < FLUSH_MILLIS
                            ? next.atMillis()
                            : Math.ceilDiv(next.atMillis(), FLUSH_MILLIS) * FLUSH_MILLIS;
            Published last = published.getLast();
            LineItemSpend sum = SpendFold.sum(last.spend(), next.contribution());
            if (last.atMillis() == shownAt) {
                published.removeLast();
            }
            published.add(new Published(shownAt, sum));
        }
        readers.forEach(reader -> reader.advance(nowMillis));
        if (published.size() > KEPT_MAX) {
            forget(readers.stream().mapToInt(reader -> reader.seen).min().orElse(0));
        }
    }

    private void forget(int first) {
        published.subList(0, first).clear();
        readers.forEach(reader -> reader.seen -= first);
    }

    /// What one of the readers sees.
    Reader reader(int number, int all) {
        double latest = 1 - LATEST_APPLIED;
        double part = all == 1 ? 1 : number / (double) (all - 1);
        Reader reader = new Reader((long) (longestDelayMillis * latest * part));
        readers.add(reader);
        return reader;
    }

    final class Reader implements AggregateViews {
        private final long lagMillis;
        private int seen;

        private Reader(long lagMillis) {
            this.lagMillis = lagMillis;
        }

        private void advance(long nowMillis) {
            while (seen + 1 < published.size()
                    && published.get(seen + 1).atMillis() + lagMillis <= nowMillis) {
                seen++;
            }
        }

        @Override
        public LineItemSpend spend(OrgId orgId, LineItemId lineItemId) {
            return published.get(seen).spend();
        }

        @Override
        public CreativeEngagement engagement(OrgId orgId, CreativeId creativeId) {
            return CreativeEngagement.applied(
                    published.get(seen).spend().partitionToAppliedOffset());
        }
    }

    private record Pending(long atMillis, long sequence, LineItemSpend contribution) {}

    private record Published(long atMillis, LineItemSpend spend) {}
}
