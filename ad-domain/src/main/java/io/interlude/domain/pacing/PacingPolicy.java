package io.interlude.domain.pacing;

import static java.util.Objects.requireNonNullElse;

import io.interlude.domain.flight.OpenFlight;
import io.interlude.domain.flight.ServingDay;
import io.interlude.domain.money.BillingEvent;
import io.interlude.domain.money.Price;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decides whether a line item's bounds and plans allow one more fetch.
///
/// A daily bound is planned in proportion to the open time of the day that has passed since the
/// later of the day's start and the line item's own start, over all of it until the day ends. A
/// goal, and the lifetime budget of a flight that ends, are planned over the open time of the
/// flight, see [PacingMode]. The line item may serve while what it spent before is below each plan
/// for now: it starts with the first request, is never ahead by more than one fetch, and after a
/// lull, a pause or a correction serves until it has caught up. `asap` plans the whole bound from
/// the start.
///
/// One of several instances takes its [InstanceShare] of the places that this leaves open.
///
/// No fetch is served whose price would exceed a bound. Prices per click and per conversion, and of
/// impressions billed on delivery or read, come due after the fetch, and so do goals of such
/// impressions, of clicks and of conversions: a line item stops once its bound has no room for one
/// more, but what its earlier fetches still bring in may exceed the bound.
public final class PacingPolicy {
    private final Bound[] bounds;
    private final PacingMode mode;
    private final long ownStartMillis;
    private final @Nullable OpenFlight flight;

    /// Without a flight that ends.
    ///
    /// @param ownStartMillis time at which the line item became active, in Unix epoch milliseconds
    public PacingPolicy(Budget budget, PacingMode mode, Price price, long ownStartMillis) {
        this(budget, mode, price, ownStartMillis, null);
    }

    /// @param ownStartMillis time at which the line item last became active, in Unix epoch
    ///   milliseconds
    /// @param flight over which bounds other than the day's are planned; null for none that ends
    public PacingPolicy(
            Budget budget,
            PacingMode mode,
            Price price,
            long ownStartMillis,
            @Nullable OpenFlight flight) {
        this.bounds = bounds(budget, price).toArray(Bound[]::new);
        this.mode = mode;
        this.ownStartMillis = ownStartMillis;
        this.flight = flight;
    }

    private static List<Bound> bounds(Budget budget, Price price) {
        long unitMicros = price.impressionMicros() + price.clickMicros() + price.conversionMicros();
        List<Bound> bounds = new ArrayList<>();
        if (budget.dailyMicros() != null) {
            long amount = budget.dailyMicros();
            bounds.add(new Bound(Kind.DAY_MICROS, amount, unitMicros, price.fetchMicros()));
        }
        if (budget.dailyFetches() != null) {
            bounds.add(new Bound(Kind.DAY_FETCHES, budget.dailyFetches(), 1, 1));
        }
        if (budget.lifetimeMicros() != null) {
            long amount = budget.lifetimeMicros();
            bounds.add(new Bound(Kind.LIFETIME_MICROS, amount, unitMicros, price.fetchMicros()));
        }
        Goal goal = budget.goal();
        if (goal != null) {
            long amount = goal.amount();
            bounds.add(
                    switch (goal.metric()) {
                        case IMPRESSIONS ->
                                price.billOn() == BillingEvent.FETCH
                                        ? new Bound(Kind.GOAL_FETCHES, amount, 1, 1)
                                        : new Bound(Kind.GOAL_IMPRESSIONS, amount, 1, 0);
                        case CLICKS -> new Bound(Kind.GOAL_CLICKS, amount, 1, 0);
                        case CONVERSIONS -> new Bound(Kind.GOAL_CONVERSIONS, amount, 1, 0);
                        case SPEND ->
                                new Bound(
                                        Kind.GOAL_MICROS, amount, unitMicros, price.fetchMicros());
                    });
        }
        return bounds;
    }

    /// True if there is any bound, so that [#pace] needs the spend.
    public boolean bounded() {
        return bounds.length > 0;
    }

    /// The flight over which a goal or a lifetime budget is planned; null for none that ends.
    public @Nullable OpenFlight flight() {
        return flight;
    }

    /// True if its goal or its lifetime budget has no room for one more.
    public boolean isReached(Spent spent) {
        for (Bound bound : bounds) {
            if (!bound.kind().ofDay && bound.isFull(bound.spent(spent))) {
                return true;
            }
        }
        return false;
    }

    /// The pace of the line item, at a time of that day.
    public Pace pace(Spent spent, ServingDay day, long nowMillis) {
        return Pace.of(paceNumber(spent, day, nowMillis));
    }

    /// The same as a number, see [Pace#of].
    public double paceNumber(Spent spent, ServingDay day, long nowMillis) {
        double urgency = 1;
        boolean planned = false;
        for (Bound bound : bounds) {
            long used = bound.spent(spent);
            if (bound.isFull(used)) {
                return Pace.SPENT_NUMBER;
            }
            if (isPlanned(bound, spent)) {
                double behind = behind(used, plan(bound, day, nowMillis));
                urgency = behind < urgency ? behind : urgency;
                planned = true;
            }
        }
        if (planned && urgency <= 0) {
            return Pace.AHEAD_NUMBER;
        }
        if (spent.share().instances() > 1 && !mayTakeOneMore(spent, day, nowMillis)) {
            return planned && mode != PacingMode.ASAP ? Pace.AHEAD_NUMBER : Pace.SPENT_NUMBER;
        }
        return planned ? urgency : 0;
    }

    private boolean mayTakeOneMore(Spent spent, ServingDay day, long nowMillis) {
        long open = openPlaces(spent, day, nowMillis);
        return open == Long.MAX_VALUE || spent.share().hasRoom(spent.lifetimeFetches(), open);
    }

    /// For how many more fetches there is room now; the largest number when no bound is counted in
    /// fetches, or in money that the fetch itself costs.
    private long openPlaces(Spent spent, ServingDay day, long nowMillis) {
        long open = Long.MAX_VALUE;
        for (Bound bound : bounds) {
            if (bound.fetchAmount() > 0) {
                long before = bound.spent(spent);
                open = Math.min(open, (bound.amount() - before) / bound.fetchAmount());
                if (isPlanned(bound, spent)) {
                    long planned = plan(bound, day, nowMillis) - before;
                    open = Math.min(open, Math.ceilDiv(planned, bound.fetchAmount()));
                }
            }
        }
        return open;
    }

    /// True if the spend on the bound is held against a plan.
    private boolean isPlanned(Bound bound, Spent spent) {
        return bound.kind() != Kind.LIFETIME_MICROS || isLifetimePlanned(spent);
    }

    /// True if the spend of a lifetime budget is held against a plan: not without an end of the
    /// flight, and not in decisions of before there were such plans.
    public boolean isLifetimePlanned(Spent spent) {
        return flight != null && mode != PacingMode.ASAP && spent.achieved() != null;
    }

    private long plan(Bound bound, ServingDay day, long nowMillis) {
        return bound.kind().ofDay
                ? plan(bound.amount(), day, nowMillis)
                : planOverFlight(bound.amount(), day, nowMillis);
    }

    private static double behind(long spent, long plan) {
        return plan <= 0 || spent >= plan ? 0 : (plan - spent) / (double) plan;
    }

    /// The part of a daily bound that may be spent until now, rounded up to a whole unit. A whole
    /// number is below the exact plan just when it is below the rounded one.
    public long plan(long bound, ServingDay day, long nowMillis) {
        if (mode == PacingMode.ASAP) {
            return bound;
        }
        long start = Math.max(day.startMillis(), ownStartMillis);
        long elapsed = day.openMillis(start, nowMillis);
        long total = day.openMillis(start, day.endMillis());
        if (total <= 0) {
            return 0;
        }
        if (Math.multiplyHigh(bound, elapsed) == 0 && bound * elapsed >= 0) {
            return Math.ceilDiv(bound * elapsed, total);
        }
        // bound * elapsed does not fit 64 bits; both parts of this sum do.
        long whole = bound / total * elapsed;
        return whole + Math.ceilDiv(bound % total * elapsed, total);
    }

    /// The part of a goal or a lifetime budget that may be delivered until now, rounded up to a
    /// whole unit; all of it in a flight without an end.
    public long planOverFlight(long bound, ServingDay day, long nowMillis) {
        return flight == null
                ? bound
                : mode.plan(bound, flight.elapsedMillis(day, nowMillis), flight.totalMillis());
    }

    /// The unit of a bound. Impressions are those that are billed after their fetch.
    private enum Kind {
        DAY_MICROS(true),
        DAY_FETCHES(true),
        LIFETIME_MICROS(false),
        GOAL_FETCHES(false),
        GOAL_IMPRESSIONS(false),
        GOAL_CLICKS(false),
        GOAL_CONVERSIONS(false),
        GOAL_MICROS(false);

        private final boolean ofDay;

        Kind(boolean ofDay) {
            this.ofDay = ofDay;
        }
    }

    /// @param amount that must not be exceeded
    /// @param unit cost of one more fetch, impression, click or conversion
    /// @param fetchAmount cost of the fetch itself
    private record Bound(Kind kind, long amount, long unit, long fetchAmount) {
        long spent(Spent spent) {
            return switch (kind) {
                case DAY_MICROS -> spent.dayMicros();
                case DAY_FETCHES -> spent.dayFetches();
                case LIFETIME_MICROS, GOAL_MICROS -> spent.lifetimeMicros();
                case GOAL_FETCHES -> spent.lifetimeFetches();
                case GOAL_IMPRESSIONS -> achieved(spent).impressions();
                case GOAL_CLICKS -> achieved(spent).clicks();
                case GOAL_CONVERSIONS -> achieved(spent).conversions();
            };
        }

        private static Achieved achieved(Spent spent) {
            return requireNonNullElse(spent.achieved(), Achieved.NOTHING);
        }

        /// A bound of nothing is always full, whatever the price.
        boolean isFull(long used) {
            return used >= amount || unit > amount - used;
        }
    }
}
