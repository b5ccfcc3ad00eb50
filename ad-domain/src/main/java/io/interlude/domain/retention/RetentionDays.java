package io.interlude.domain.retention;

import java.time.Duration;
import java.time.Instant;

/// For how many whole days an org's events can be read. A day is an epoch of its keys and begins at
/// midnight UTC, so an event is readable for at least as many days and at most one more.
///
/// @param count from [#LEAST] to [#MOST]
public record RetentionDays(int count) {
    /// Shortest time. An answer is repeated for 24 hours (Idempotency-Key), and the journal keeps
    /// it; nothing that counts needs more, as all counts are made from what stays readable.
    public static final int LEAST = 1;

    /// Longest time, a hundred years.
    public static final int MOST = 36_500;

    private static final long SECONDS_OF_EPOCH = Duration.ofDays(1).toSeconds();

    public RetentionDays {
        if (!isAllowed(count)) {
            throw new IllegalArgumentException(count + " days");
        }
    }

    /// Whether there can be so many.
    public static boolean isAllowed(int count) {
        return count >= LEAST && count <= MOST;
    }

    /// The epoch that an instant is in: days since 1970.
    public static int epoch(Instant at) {
        return Math.clamp(
                Math.floorDiv(at.getEpochSecond(), SECONDS_OF_EPOCH), 0, Integer.MAX_VALUE);
    }

    /// When an epoch begins.
    public static Instant start(int epoch) {
        return Instant.ofEpochSecond(epoch * SECONDS_OF_EPOCH);
    }

    /// The first epoch whose events can be read.
    public int firstKept(Instant now) {
        return Math.max(0, epoch(now) - count);
    }
}
