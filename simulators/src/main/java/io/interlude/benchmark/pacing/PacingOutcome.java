package io.interlude.benchmark.pacing;

import java.util.List;

/// The outcome of a case. Shares are of the whole budget.
///
/// @param deviation largest distance from plan at any quarter hour; not a number without a plan
/// @param overshoot spend beyond the bound
/// @param delivered fetches, clicks or conversions that count against the bound
/// @param requests that the simulation sent
/// @param curve at each quarter hour
record PacingOutcome(
        PacingCase ofCase,
        double deviation,
        double overshoot,
        long delivered,
        long requests,
        List<Point> curve) {
    /// One quarter hour.
    ///
    /// @param hour since the day's start
    record Point(double hour, double plan, double spent) {}

    boolean holds() {
        PacingCase.Limits limits = ofCase.limits();
        return !(deviation > limits.deviation())
                && overshoot <= limits.overshoot()
                && delivered >= limits.delivered() * ofCase.goal();
    }
}
