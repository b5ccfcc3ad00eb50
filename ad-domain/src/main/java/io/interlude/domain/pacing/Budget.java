package io.interlude.domain.pacing;

import org.jspecify.annotations.Nullable;

/// What a line item may spend, in micros of its price's currency, and how many fetches it may serve
/// in a day of its time zone; each bound is optional.
public record Budget(
        @Nullable Long dailyMicros, @Nullable Long lifetimeMicros, @Nullable Integer dailyFetches) {
    public static final Budget UNLIMITED = new Budget(null, null, null);
}
