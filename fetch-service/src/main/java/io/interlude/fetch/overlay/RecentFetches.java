package io.interlude.fetch.overlay;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;

/// Counts own fetches of one line item that its view has only lately included: each for as long
/// again as it took to show, and two minutes at most. Until then what other instances served at the
/// same time may not show yet. Not safe for use by many threads.
final class RecentFetches {
    private static final long LONGEST_MILLIS = Duration.ofMinutes(2).toMillis();

    private final InstantSource clock;
    private final Deque<Shown> shown = new ArrayDeque<>();
    private long count;

    RecentFetches(InstantSource clock) {
        this.clock = clock;
    }

    /// A view has just included a fetch.
    void included(Instant servedAt) {
        long now = clock.millis();
        long tookMillis = Math.max(0, now - servedAt.toEpochMilli());
        long until = now + Math.min(LONGEST_MILLIS, tookMillis);
        Shown last = shown.peekLast();
        if (last != null && until <= last.untilMillis()) {
            shown.removeLast();
            shown.addLast(new Shown(last.untilMillis(), last.fetches() + 1));
        } else {
            shown.addLast(new Shown(until, 1));
        }
        count++;
    }

    long count() {
        long now = clock.millis();
        while (!shown.isEmpty() && shown.peekFirst().untilMillis() <= now) {
            count -= shown.removeFirst().fetches();
        }
        return count;
    }

    private record Shown(long untilMillis, long fetches) {}
}
