package io.interlude.domain.pacing;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The fetches and spend of a line item, as far as the journal is applied.
///
/// @param days the latest days with any fetch or spend, at most three, latest first
/// @param lastServedAt null when it never was served, and in records of before that was kept
/// @param partitionToAppliedOffset for each partition of `ads.fetches`, the last offset that is
///   included
public record LineItemSpend(
        List<DaySpend> days,
        long lifetimeFetches,
        long lifetimeSpentMicros,
        Achieved achieved,
        @Nullable Instant lastServedAt,
        Map<Integer, Long> partitionToAppliedOffset) {
    public static final LineItemSpend NONE = new LineItemSpend(List.of(), 0, 0, Map.of());

    public LineItemSpend {
        days = List.copyOf(days);
        partitionToAppliedOffset = Map.copyOf(partitionToAppliedOffset);
        requireNonNull(achieved, "achieved is null");
    }

    /// Of fetches that achieved nothing, and of which no time is known.
    public LineItemSpend(
            List<DaySpend> days,
            long lifetimeFetches,
            long lifetimeSpentMicros,
            Map<Integer, Long> partitionToAppliedOffset) {
        this(
                days,
                lifetimeFetches,
                lifetimeSpentMicros,
                Achieved.NOTHING,
                null,
                partitionToAppliedOffset);
    }
}
