package io.interlude.domain.simulation;

import io.interlude.domain.pacing.Achieved;
import io.interlude.domain.pacing.Spent;

/// The fetches and spend of one line item: the actual ones, so far as known, and their difference
/// in the simulation. For one thread.
final class SpendLedger {
    private Spent actual = Spent.NOTHING;
    private long actualDay = Long.MIN_VALUE;
    private long changeDay = Long.MIN_VALUE;
    private final Sum onDay = new Sum();
    private final Sum lifetime = new Sum();

    /// Takes what a record tells of it.
    void learn(Spent recorded, long epochDay) {
        actual = recorded;
        actualDay = epochDay;
    }

    /// Counts a fetch as it was.
    void served(long epochDay, long micros) {
        actual = on(epochDay).plus(true, micros);
        actualDay = epochDay;
    }

    /// Counts by what a fetch of the simulation differs.
    ///
    /// @param sign 1 for one that it has, -1 for one that it does not have
    void change(long epochDay, int sign, SimulatedRow fetch, double conversions) {
        if (epochDay > changeDay) {
            onDay.clear();
            changeDay = epochDay;
        }
        if (epochDay == changeDay) {
            onDay.add(sign, fetch, conversions);
        }
        lifetime.add(sign, fetch, conversions);
    }

    private Spent on(long epochDay) {
        return epochDay == actualDay
                ? actual
                : new Spent(
                        0,
                        0,
                        actual.lifetimeFetches(),
                        actual.lifetimeMicros(),
                        actual.achieved(),
                        actual.share());
    }

    /// The simulated fetches and spend, where the record lacks the actual ones.
    Spent simulated(long epochDay) {
        return simulated(on(epochDay), epochDay);
    }

    /// The simulated fetches and spend.
    ///
    /// @param recorded the actual ones
    Spent simulated(Spent recorded, long epochDay) {
        if (lifetime.isNothing() && onDay.isNothing()) {
            return recorded;
        }
        Achieved achieved = recorded.achieved();
        boolean sameDay = epochDay == changeDay;
        return new Spent(
                Math.max(0, recorded.dayFetches() + (sameDay ? onDay.fetches : 0)),
                Math.max(0, recorded.dayMicros() + (sameDay ? Math.round(onDay.micros) : 0)),
                Math.max(0, recorded.lifetimeFetches() + lifetime.fetches),
                Math.max(0, recorded.lifetimeMicros() + Math.round(lifetime.micros)),
                achieved == null
                        ? null
                        : new Achieved(
                                Math.max(0, achieved.clicks() + Math.round(lifetime.clicks)),
                                Math.max(
                                        0,
                                        achieved.conversions() + Math.round(lifetime.conversions)),
                                Math.max(0, achieved.impressions() + lifetime.fetches)),
                recorded.share());
    }

    private static final class Sum {
        private long fetches;
        private double micros;
        private double clicks;
        private double conversions;

        void add(int sign, SimulatedRow fetch, double ofConversions) {
            fetches += sign * fetch.fetches();
            micros += sign * fetch.spentMicros();
            clicks += sign * fetch.expectedClicks();
            conversions += sign * ofConversions;
        }

        void clear() {
            fetches = 0;
            micros = 0;
            clicks = 0;
            conversions = 0;
        }

        boolean isNothing() {
            return fetches == 0 && micros == 0 && clicks == 0 && conversions == 0;
        }
    }
}
