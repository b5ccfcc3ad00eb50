package io.interlude.domain.pacing;

import io.interlude.domain.flight.ServingDay;
import io.interlude.domain.money.Price;
import io.interlude.domain.pacing.Pace.Standing;

/// Decides whether a line item's budget and plan allow one more fetch.
///
/// Even pacing plans the daily bounds in proportion to the open time of the day that has passed
/// since the later of the day's start and the line item's own start, over all of it until the day
/// ends. The line item may serve while what it spent before is below the plan for now: it starts
/// with the first request, is never ahead by more than one fetch, and after a lull serves until it
/// has caught up. `asap` plans the whole bound from the start.
///
/// One of several instances takes its [InstanceShare] of the places that this leaves open.
///
/// No fetch is served whose price would exceed a bound. Prices per click and per conversion, and of
/// impressions billed on delivery or read, come due after the fetch: a line item stops once its
/// bound has no room for one more, but what its earlier fetches still bring in may exceed the
/// bound.
public final class PacingPolicy {
    private final Budget budget;
    private final PacingMode mode;
    private final long unitMicros;
    private final long fetchMicros;
    private final long ownStartMillis;

    /// @param ownStartMillis when the line item started to be active, in Unix epoch milliseconds
    public PacingPolicy(Budget budget, PacingMode mode, Price price, long ownStartMillis) {
        this.budget = budget;
        this.mode = mode;
        this.unitMicros = price.impressionMicros() + price.clickMicros() + price.conversionMicros();
        this.fetchMicros = price.fetchMicros();
        this.ownStartMillis = ownStartMillis;
    }

    /// Whether there is any bound, so that [#pace] needs to know what was spent.
    public boolean bounded() {
        return budget.dailyMicros() != null
                || budget.lifetimeMicros() != null
                || budget.dailyFetches() != null;
    }

    /// Where the line item stands, at a time of that day.
    public Pace pace(Spent spent, ServingDay day, long nowMillis) {
        if (exhausted(spent)) {
            return Pace.NO_ROOM;
        }
        double urgency = 1;
        boolean planned = false;
        Long dailyMicros = budget.dailyMicros();
        if (dailyMicros != null) {
            urgency = behind(spent.dayMicros(), plan(dailyMicros, day, nowMillis));
            planned = true;
        }
        Integer dailyFetches = budget.dailyFetches();
        if (dailyFetches != null) {
            double fetches = behind(spent.dayFetches(), plan(dailyFetches, day, nowMillis));
            urgency = Math.min(urgency, fetches);
            planned = true;
        }
        if (planned && urgency <= 0) {
            return Pace.ON_PLAN;
        }
        if (spent.share().instances() > 1 && !mayTakeOneMore(spent, day, nowMillis)) {
            return planned && mode == PacingMode.EVEN ? Pace.ON_PLAN : Pace.NO_ROOM;
        }
        return planned ? new Pace(Standing.OPEN, urgency) : Pace.NO_PLAN;
    }

    private boolean mayTakeOneMore(Spent spent, ServingDay day, long nowMillis) {
        long open = openPlaces(spent, day, nowMillis);
        return open == Long.MAX_VALUE || spent.share().hasRoom(spent.lifetimeFetches(), open);
    }

    /// For how many more fetches there is room now; the largest number when no bound is counted in
    /// fetches, or in money that the fetch itself costs.
    private long openPlaces(Spent spent, ServingDay day, long nowMillis) {
        long open = Long.MAX_VALUE;
        Integer dailyFetches = budget.dailyFetches();
        if (dailyFetches != null) {
            open = plan(dailyFetches, day, nowMillis) - spent.dayFetches();
        }
        if (fetchMicros == 0) {
            return open;
        }
        Long dailyMicros = budget.dailyMicros();
        if (dailyMicros != null) {
            long planned = plan(dailyMicros, day, nowMillis) - spent.dayMicros();
            open = Math.min(open, Math.ceilDiv(planned, fetchMicros));
            open = Math.min(open, (dailyMicros - spent.dayMicros()) / fetchMicros);
        }
        Long lifetimeMicros = budget.lifetimeMicros();
        return lifetimeMicros == null
                ? open
                : Math.min(open, (lifetimeMicros - spent.lifetimeMicros()) / fetchMicros);
    }

    private boolean exhausted(Spent spent) {
        Long dailyMicros = budget.dailyMicros();
        Long lifetimeMicros = budget.lifetimeMicros();
        Integer dailyFetches = budget.dailyFetches();
        return (dailyMicros != null && full(spent.dayMicros(), unitMicros, dailyMicros))
                || (lifetimeMicros != null
                        && full(spent.lifetimeMicros(), unitMicros, lifetimeMicros))
                || (dailyFetches != null && full(spent.dayFetches(), 1, dailyFetches));
    }

    /// A bound of nothing is always full, whatever the price.
    private static boolean full(long spent, long price, long bound) {
        return spent >= bound || price > bound - spent;
    }

    private static double behind(long spent, long plan) {
        return plan <= 0 ? 0 : Math.max(0, (plan - spent) / (double) plan);
    }

    /// How much of a daily bound may be spent until now, rounded up to a whole unit. A whole number
    /// is below the exact plan just when it is below the rounded one.
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
        // bound * elapsed may not fit 64 bits; both parts of this sum do.
        long whole = bound / total * elapsed;
        return whole + Math.ceilDiv(bound % total * elapsed, total);
    }
}
