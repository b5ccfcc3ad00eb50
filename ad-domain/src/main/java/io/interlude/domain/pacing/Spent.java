package io.interlude.domain.pacing;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/// The fetches and spend of a line item before a decision, with the reserve for fetches that are
/// still on their way into the journal.
///
/// @param achieved what its fetches achieved; null for a decision of before plans were made over
///   the flight, when a lifetime budget was spent as fast as requests came
/// @param share what of the rest this instance may take
public record Spent(
        long dayFetches,
        long dayMicros,
        long lifetimeFetches,
        long lifetimeMicros,
        @Nullable Achieved achieved,
        InstanceShare share) {
    public static final Spent NOTHING = new Spent(0, 0, 0, 0);

    public Spent {
        requireNonNull(share, "share is null");
    }

    /// As the only instance knows it, of fetches that achieved nothing.
    public Spent(long dayFetches, long dayMicros, long lifetimeFetches, long lifetimeMicros) {
        this(
                dayFetches,
                dayMicros,
                lifetimeFetches,
                lifetimeMicros,
                Achieved.NOTHING,
                InstanceShare.ALL);
    }

    /// What the journal says about a day and about all days, with nothing reserved.
    public static Spent of(LineItemSpend spend, long epochDay) {
        DaySpend onDay = new DaySpend(epochDay, 0, 0);
        for (DaySpend day : spend.days()) {
            if (day.epochDay() == epochDay) {
                onDay = day;
            }
        }
        return new Spent(
                onDay.fetches(),
                onDay.spentMicros(),
                spend.lifetimeFetches(),
                spend.lifetimeSpentMicros(),
                spend.achieved(),
                InstanceShare.ALL);
    }

    /// The same with one more fetch of that day, or of another day.
    public Spent plus(boolean sameDay, long micros) {
        return new Spent(
                dayFetches + (sameDay ? 1 : 0),
                sameDay ? SpendFold.saturatedSum(dayMicros, micros) : dayMicros,
                lifetimeFetches + 1,
                SpendFold.saturatedSum(lifetimeMicros, micros),
                achieved,
                share);
    }

    /// The same as one of several instances knows it.
    public Spent with(InstanceShare ofInstance) {
        return new Spent(
                dayFetches, dayMicros, lifetimeFetches, lifetimeMicros, achieved, ofInstance);
    }
}
