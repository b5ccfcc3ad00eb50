package io.interlude.report.rollup;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// A range `[from, to)` of whole minutes.
public record TimeRange(Instant from, Instant to) {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    public TimeRange {
        if (!from.equals(from.truncatedTo(ChronoUnit.MINUTES))
                || !to.equals(to.truncatedTo(ChronoUnit.MINUTES))
                || !from.isBefore(to)) {
            throw new IllegalArgumentException("no range of whole minutes: " + from + " to " + to);
        }
    }

    /// The shortest range of whole minutes that covers `[from, to)`.
    public static TimeRange covering(Instant from, Instant to) {
        Instant floor = to.truncatedTo(ChronoUnit.MINUTES);
        Instant ceiling = floor.equals(to) ? to : floor.plus(MINUTE);
        return new TimeRange(from.truncatedTo(ChronoUnit.MINUTES), ceiling);
    }

    public Duration length() {
        return Duration.between(from, to);
    }
}
