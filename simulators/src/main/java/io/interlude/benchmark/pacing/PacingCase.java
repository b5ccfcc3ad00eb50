package io.interlude.benchmark.pacing;

import io.interlude.domain.flight.Daypart;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.pacing.PacingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One line item's day.
///
/// @param goal most fetches, clicks or conversions that the bound has room for
/// @param bound the one that carries the goal
/// @param requestsPerGoal requests of the day for each fetch that is needed to reach the goal
/// @param stateDelay longest time until a fetch shows in what an instance reads
/// @param lead from the fetches to clicks or conversions; not used by other prices
/// @param limits bounds that must hold
record PacingCase(
        String name,
        long goal,
        Bound bound,
        PriceModel price,
        PacingMode mode,
        TrafficShape shape,
        double requestsPerGoal,
        Disturbance disturbance,
        int instances,
        Duration stateDelay,
        Lead lead,
        Calendar calendar,
        Limits limits) {
    /// The bounds of a budget, of which one is set.
    enum Bound {
        DAILY_MONEY,
        DAILY_FETCHES,
        LIFETIME_MONEY
    }

    /// Clicks or conversions of fetches.
    ///
    /// @param rate of them a fetch
    /// @param meanDelay from the fetch, exponentially distributed
    record Lead(double rate, Duration meanDelay) {}

    /// The line item's day.
    ///
    /// @param activatedAt null for before the day
    record Calendar(
            ZoneId zone, LocalDate date, List<Daypart> dayparts, @Nullable Instant activatedAt) {}

    /// The bounds that must hold; 1 is the whole budget.
    ///
    /// @param deviation from plan at any quarter hour; not a number for no limit
    /// @param overshoot beyond the budget
    /// @param delivered least share of the goal
    record Limits(double deviation, double overshoot, double delivered) {}

    boolean planned() {
        return mode == PacingMode.EVEN && bound != Bound.LIFETIME_MONEY;
    }

    boolean billsFetches() {
        return price == PriceModel.CPM || price == PriceModel.FLAT;
    }

    /// Fetches that are needed to reach the goal.
    double fetchesNeeded() {
        return billsFetches() ? goal : goal / lead.rate();
    }
}
