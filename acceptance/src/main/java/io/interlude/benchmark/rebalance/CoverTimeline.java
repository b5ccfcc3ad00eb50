package io.interlude.benchmark.rebalance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Looks at who had what and how much was restored, one after the other. Times are of
/// [System#nanoTime]. Used by one thread.
final class CoverTimeline {
    private static final double BYTES_IN_MB = 1e6;

    /// Slower than this is what standbys read all the time.
    private static final double RESTORING_MB_PER_SECOND = 1;

    private final long startNanos;
    private final List<Look> looks = new ArrayList<>();

    CoverTimeline(long startNanos) {
        this.startNanos = startNanos;
    }

    /// @param owners whether each partition has an owner that answers
    /// @param standbys whether each partition has a standby that would answer
    /// @param restoredBytes read from changelogs since the start, by all processes
    record Look(long atNanos, boolean owners, boolean standbys, double restoredBytes) {}

    void add(Look look) {
        looks.add(look);
    }

    /// Seconds until owners answered for all, for good; 0 if they always did, not a number if they
    /// did not in the end.
    double ownersSeconds() {
        return secondsUntil(Look::owners);
    }

    /// The same of standbys.
    double standbysSeconds() {
        return secondsUntil(Look::standbys);
    }

    private double secondsUntil(Predicate<Look> holds) {
        int since = looks.size();
        while (since > 0 && holds.test(looks.get(since - 1))) {
            since--;
        }
        if (since == looks.size()) {
            return Double.NaN;
        }
        return since == 0 ? 0 : seconds(startNanos, looks.get(since).atNanos());
    }

    /// Whether everything has held for so long.
    boolean heldFor(Duration duration, Predicate<Look> holds) {
        if (looks.isEmpty()) {
            return false;
        }
        long from = looks.getLast().atNanos() - duration.toNanos();
        return looks.getFirst().atNanos() <= from
                && looks.stream().filter(look -> look.atNanos() >= from).allMatch(holds);
    }

    double restoredMb() {
        return looks.isEmpty() ? 0 : looks.getLast().restoredBytes() / BYTES_IN_MB;
    }

    /// While something was restored; 0 if nothing was.
    double restoringSeconds() {
        double seconds = 0;
        for (int i = 1; i < looks.size(); i++) {
            Look before = looks.get(i - 1);
            Look now = looks.get(i);
            double between = seconds(before.atNanos(), now.atNanos());
            double mb = (now.restoredBytes() - before.restoredBytes()) / BYTES_IN_MB;
            if (mb > RESTORING_MB_PER_SECOND * between) {
                seconds += between;
            }
        }
        return seconds;
    }

    private static double seconds(long fromNanos, long toNanos) {
        return (toNanos - fromNanos) / 1e9;
    }
}
