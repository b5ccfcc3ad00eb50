package io.interlude.domain.prepared;

import io.interlude.domain.flight.ServingDay;
import io.interlude.domain.money.BillingEvent;
import io.interlude.domain.money.Money;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.Goal;
import io.interlude.domain.pacing.Spent;
import java.time.Instant;
import java.time.LocalDate;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// Says in words what a line item's bounds are, what of them is planned until now, and what was
/// spent.
public final class BoundWords {
    private final PreparedLineItem item;
    private final Budget budget;
    private final @Nullable Goal goal;
    private final String currency;
    private final Spent spent;
    private final Instant now;
    private final ServingDay day;

    public BoundWords(PreparedLineItem item, Spent spent, Instant now) {
        this.item = item;
        this.budget = item.lineItem().budget();
        this.goal = budget.goal();
        this.currency = item.lineItem().price().amount().currency();
        this.spent = spent;
        this.now = now;
        this.day = item.day(now);
    }

    /// Every bound: `12.50 USD a day, 100 fetches a day, 90.00 USD in all`.
    public String bounds() {
        return joined(
                money(budget.dailyMicros(), " a day"),
                fetches(budget.dailyFetches(), " a day"),
                money(budget.lifetimeMicros(), " in all"),
                goal == null ? null : goal(goal.amount(), " over the flight"));
    }

    /// What was spent of each bound: `12.50 USD and 100 fetches on 2026-06-10, ...`.
    public String spending() {
        String today = " on " + LocalDate.ofEpochDay(day.epochDay());
        return joined(
                budget.dailyMicros() == null ? null : money(spent.dayMicros(), today),
                budget.dailyFetches() == null ? null : fetches(spent.dayFetches(), today),
                budget.lifetimeMicros() == null ? null : money(spent.lifetimeMicros(), " in all"),
                goal == null ? null : goal(delivered(goal), " over the flight"));
    }

    private long delivered(Goal booked) {
        return booked.metric().delivered(spent, item.lineItem().price().billOn());
    }

    /// What of each bound is planned until now: `5 of 10 fetches a day`.
    public String plan() {
        Long micros = budget.dailyMicros();
        Integer fetches = budget.dailyFetches();
        Long lifetime = item.pacing().isLifetimePlanned(spent) ? budget.lifetimeMicros() : null;
        return "until now "
                + joined(
                        micros == null
                                ? null
                                : Money.decimalString(planned(micros)) + " of " + money(micros, ""),
                        fetches == null ? null : planned(fetches) + " of " + fetches(fetches, ""),
                        lifetime == null
                                ? null
                                : Money.decimalString(overFlight(lifetime))
                                        + " of "
                                        + money(lifetime, " in all"),
                        goal == null
                                ? null
                                : goalNumber(overFlight(goal.amount()))
                                        + " of "
                                        + goal(goal.amount(), " over the flight"));
    }

    /// What the next fetch, click or conversion takes from a bound in money.
    public String price() {
        var price = item.lineItem().price();
        return switch (price.model()) {
            case CPM -> money(price.impressionMicros(), impression(price.billOn()));
            case CPC -> money(price.clickMicros(), " a click");
            case CPA -> money(price.conversionMicros(), " a conversion");
            case FLAT -> "nothing per event";
        };
    }

    private static String impression(BillingEvent billOn) {
        return switch (billOn) {
            case FETCH -> " a fetch";
            case DELIVER -> " a delivery";
            case READ -> " a read";
        };
    }

    private long planned(long bound) {
        return item.pacing().plan(bound, day, now.toEpochMilli());
    }

    private long overFlight(long bound) {
        return item.pacing().planOverFlight(bound, day, now.toEpochMilli());
    }

    private String goal(long amount, String what) {
        if (goal == null || goal.metric() == Goal.Metric.SPEND) {
            return money(amount, what);
        }
        return amount + " " + goal.metric().wireName() + what;
    }

    private String goalNumber(long amount) {
        return goal != null && goal.metric() == Goal.Metric.SPEND
                ? Money.decimalString(amount)
                : String.valueOf(amount);
    }

    private @Nullable String money(@Nullable Long micros, String what) {
        return micros == null ? null : money(micros.longValue(), what);
    }

    private String money(long micros, String what) {
        return Money.decimalString(micros) + " " + currency + what;
    }

    private static @Nullable String fetches(@Nullable Integer fetches, String what) {
        return fetches == null ? null : fetches(fetches.longValue(), what);
    }

    private static String fetches(long fetches, String what) {
        return fetches + (fetches == 1 ? " fetch" : " fetches") + what;
    }

    private static String joined(@Nullable String... parts) {
        StringJoiner joined = new StringJoiner(", ");
        for (String part : parts) {
            if (part != null) {
                joined.add(part);
            }
        }
        return joined.toString();
    }
}
