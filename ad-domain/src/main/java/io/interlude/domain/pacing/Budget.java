package io.interlude.domain.pacing;

import org.jspecify.annotations.Nullable;

/// The bounds of a line item: its spend, in micros of its price's currency, its fetches in a day of
/// its time zone, and what it is to deliver over its flight; each bound is optional.
public record Budget(
        @Nullable Long dailyMicros,
        @Nullable Long lifetimeMicros,
        @Nullable Integer dailyFetches,
        @Nullable Goal goal) {
    public static final Budget UNLIMITED = new Budget(null, null, null);

    /// Without a goal.
    public Budget(
            @Nullable Long dailyMicros,
            @Nullable Long lifetimeMicros,
            @Nullable Integer dailyFetches) {
        this(dailyMicros, lifetimeMicros, dailyFetches, null);
    }
}
