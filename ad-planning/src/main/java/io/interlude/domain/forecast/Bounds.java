package io.interlude.domain.forecast;

import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.Goal;
import org.jspecify.annotations.Nullable;

/// The number of fetches that a line item's budget and goal leave room for. Clicks and conversions
/// bound nothing: how many fetches they take is not forecast. Where impressions are billed on
/// delivery or read, each fetch is taken for one, in money as in number.
///
/// @param daily in a day; infinite for no bound
/// @param lifetime infinite for no bound
/// @param goal what its goal asks for; infinite for none that is counted in fetches
public record Bounds(double daily, double lifetime, double goal) {
    private static final double DAY_MILLIS = Supply.STEPS_OF_DAY * Supply.STEP_MILLIS;
    private static final double NONE = Double.POSITIVE_INFINITY;

    public static Bounds of(LineItem lineItem) {
        Budget budget = lineItem.budget();
        long price = lineItem.price().impressionMicros();
        Integer dailyFetches = budget.dailyFetches();
        return new Bounds(
                Math.min(
                        dailyFetches == null ? NONE : dailyFetches,
                        fetches(budget.dailyMicros(), price)),
                fetches(budget.lifetimeMicros(), price),
                goal(budget.goal(), price));
    }

    private static double fetches(@Nullable Long micros, long price) {
        return micros == null || price == 0 ? NONE : Math.floorDiv(micros, price);
    }

    private static double goal(@Nullable Goal goal, long price) {
        if (goal == null) {
            return NONE;
        }
        return switch (goal.metric()) {
            case IMPRESSIONS -> goal.amount();
            case SPEND -> fetches(goal.amount(), price);
            case CLICKS, CONVERSIONS -> NONE;
        };
    }

    /// What the bounds leave of an estimate.
    Supply.Estimate bounded(Supply.Estimate free, Period served) {
        return capped(free, Math.min(goal, budget(served)));
    }

    private static Supply.Estimate capped(Supply.Estimate free, double most) {
        return new Supply.Estimate(
                Math.min(free.expected(), most),
                Math.min(free.low(), most),
                Math.min(free.high(), most));
    }

    private double budget(Period served) {
        return Math.min(lifetime, daily * Math.max(1, served.millis() / DAY_MILLIS));
    }

    /// By how much the goal will probably be missed when it is all that bounds what is won; not
    /// positive where it is met.
    double missing(Supply.Estimate free, Period served) {
        return goal == NONE ? 0 : goal - capped(free, budget(served)).expected();
    }
}
