package io.interlude.fetch.overlay;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Predicate;

/// Own fetches that the journal has, until the aggregator has applied them and a while longer. Not
/// safe for use by many threads: whoever uses it holds its lock.
///
/// Each call looks at a few, so that none takes long however many there are.
final class AcknowledgedFetches {
    /// More than one for each fetch that is added, so that looking keeps up.
    private static final int STEPS = 2;

    private final long graceMillis;
    private final Queue<OwnFetch> unapplied = new ArrayDeque<>();

    /// The one that was applied first comes first.
    private final Queue<OwnFetch> applied = new ArrayDeque<>();

    AcknowledgedFetches(Duration grace) {
        graceMillis = grace.toMillis();
    }

    void add(OwnFetch fetch) {
        unapplied.add(fetch);
    }

    /// Looks at some, and gives those that are not needed any more.
    ///
    /// @param isApplied whether the aggregator has applied it
    List<OwnFetch> over(long nowMillis, Predicate<OwnFetch> isApplied) {
        for (int i = 0; i < STEPS && !unapplied.isEmpty(); i++) {
            OwnFetch oldest = unapplied.remove();
            if (isApplied.test(oldest)) {
                oldest.seenAppliedAt(nowMillis);
                applied.add(oldest);
            } else {
                unapplied.add(oldest);
            }
        }
        List<OwnFetch> over = new ArrayList<>(STEPS);
        while (over.size() < STEPS
                && !applied.isEmpty()
                && applied.element().seenAppliedAt() + graceMillis <= nowMillis) {
            over.add(applied.remove());
        }
        return over;
    }
}
