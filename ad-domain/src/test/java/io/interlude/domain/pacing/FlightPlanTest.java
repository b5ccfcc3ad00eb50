package io.interlude.domain.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.flight.OpenFlight;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.flight.ServingDay;
import io.interlude.domain.money.BillingEvent;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FlightPlanTest {
    private static final Schedule ALWAYS = new Schedule(ZoneOffset.UTC, List.of());
    private static final long START = Instant.parse("2026-06-10T12:00:00Z").toEpochMilli();
    private static final long SECOND = 1_000;
    private static final long FLIGHT = 120 * SECOND;
    private static final long UNIT = 1_000;

    private static PacingPolicy policy(Budget budget, PacingMode mode, PriceModel model) {
        long amount = model == PriceModel.CPM ? UNIT * 1_000 : UNIT;
        return new PacingPolicy(
                budget,
                mode,
                new Price(model, new Money(amount, "USD")),
                START,
                new OpenFlight(ALWAYS, START, START + FLIGHT));
    }

    private static PacingPolicy goal(Goal.Metric metric, long amount, PacingMode mode) {
        return policy(new Budget(null, null, null, new Goal(metric, amount)), mode, PriceModel.CPM);
    }

    private static Spent spent(long fetches, long clicks, long conversions) {
        return new Spent(
                fetches,
                fetches * UNIT,
                fetches,
                fetches * UNIT,
                new Achieved(clicks, conversions, 0),
                InstanceShare.ALL);
    }

    private static Pace.Standing standing(PacingPolicy policy, Spent spent, long seconds) {
        long at = START + seconds * SECOND;
        return policy.pace(spent, ServingDay.of(ALWAYS, Instant.ofEpochMilli(at)), at).standing();
    }

    @ParameterizedTest
    @CsvSource({
        "EVEN, 0, 0",
        "EVEN, 30, 30",
        "EVEN, 60, 60",
        "EVEN, 90, 90",
        "EVEN, 120, 120",
        "EVEN, 200, 120",
        "FRONTLOADED, 0, 0",
        "FRONTLOADED, 30, 42",
        "FRONTLOADED, 60, 75",
        "FRONTLOADED, 90, 102",
        "FRONTLOADED, 120, 120",
        "ASAP, 0, 120"
    })
    void plansOverTheFlight(PacingMode mode, long seconds, long planned) {
        assertThat(mode.plan(120, seconds * SECOND, FLIGHT)).isEqualTo(planned);
    }

    @Test
    void aheadOfPlanWaitsAndReachedIsSpent() {
        PacingPolicy policy = goal(Goal.Metric.IMPRESSIONS, 120, PacingMode.EVEN);

        assertThat(standing(policy, spent(29, 0, 0), 30)).isEqualTo(Pace.Standing.OPEN);
        assertThat(standing(policy, spent(30, 0, 0), 30)).isEqualTo(Pace.Standing.AHEAD);
        assertThat(standing(policy, spent(119, 0, 0), 119)).isEqualTo(Pace.Standing.AHEAD);
        assertThat(standing(policy, spent(120, 0, 0), 119)).isEqualTo(Pace.Standing.SPENT);
    }

    @ParameterizedTest
    @CsvSource({
        "CLICKS, 29, 0, OPEN",
        "CLICKS, 30, 0, AHEAD",
        "CLICKS, 120, 0, SPENT",
        "CONVERSIONS, 0, 29, OPEN",
        "CONVERSIONS, 0, 30, AHEAD",
        "CONVERSIONS, 0, 121, SPENT"
    })
    void clicksAndConversionsAreHeldAgainstWhatIsKnownOfThem(
            Goal.Metric metric, long clicks, long conversions, Pace.Standing expected) {
        PacingPolicy policy = goal(metric, 120, PacingMode.EVEN);

        assertThat(standing(policy, spent(1_000, clicks, conversions), 30)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "FETCH, 29, 29, OPEN",
        "FETCH, 30, 0, AHEAD",
        "DELIVER, 1000, 29, OPEN",
        "READ, 1000, 0, OPEN",
        "READ, 1000, 30, AHEAD",
        "READ, 1000, 120, SPENT"
    })
    void impressionsAreWhatThePriceBillsOn(
            BillingEvent billOn, long fetches, long billed, Pace.Standing expected) {
        Goal goal = new Goal(Goal.Metric.IMPRESSIONS, 120);
        PacingPolicy policy =
                new PacingPolicy(
                        new Budget(null, null, null, goal),
                        PacingMode.EVEN,
                        new Price(PriceModel.CPM, new Money(UNIT * 1_000, "USD"), billOn),
                        START,
                        new OpenFlight(ALWAYS, START, START + FLIGHT));
        Spent spent =
                new Spent(
                        fetches,
                        fetches * UNIT,
                        fetches,
                        fetches * UNIT,
                        new Achieved(0, 0, billed),
                        InstanceShare.ALL);

        assertThat(standing(policy, spent, 30)).isEqualTo(expected);
        assertThat(policy.isReached(spent)).isEqualTo(expected == Pace.Standing.SPENT);
        assertThat(goal.metric().delivered(spent, billOn))
                .isEqualTo(billOn == BillingEvent.FETCH ? fetches : billed);
    }

    @Test
    void spendNeverPassesItsGoal() {
        PacingPolicy policy = goal(Goal.Metric.SPEND, UNIT * 5 / 2, PacingMode.ASAP);

        assertThat(standing(policy, spent(1, 0, 0), 1)).isEqualTo(Pace.Standing.OPEN);
        assertThat(standing(policy, spent(2, 0, 0), 1)).isEqualTo(Pace.Standing.SPENT);
    }

    @Test
    void aLifetimeBudgetFollowsThePlanWhereTheFlightEnds() {
        Budget budget = new Budget(null, 120 * UNIT, null);
        PacingPolicy planned = policy(budget, PacingMode.EVEN, PriceModel.CPM);
        PacingPolicy asap = policy(budget, PacingMode.ASAP, PriceModel.CPM);
        PacingPolicy endless =
                new PacingPolicy(
                        budget,
                        PacingMode.EVEN,
                        new Price(PriceModel.CPM, new Money(UNIT * 1_000, "USD")),
                        START);

        assertThat(standing(planned, spent(60, 0, 0), 60)).isEqualTo(Pace.Standing.AHEAD);
        assertThat(standing(asap, spent(60, 0, 0), 60)).isEqualTo(Pace.Standing.OPEN);
        assertThat(standing(endless, spent(60, 0, 0), 60)).isEqualTo(Pace.Standing.OPEN);
    }

    @Test
    void aDecisionOfBeforeThePlanIsRecomputedWithoutIt() {
        PacingPolicy policy =
                policy(new Budget(null, 120 * UNIT, null), PacingMode.EVEN, PriceModel.CPM);
        Spent before = new Spent(60, 60 * UNIT, 60, 60 * UNIT, null, InstanceShare.ALL);

        assertThat(standing(policy, before, 60)).isEqualTo(Pace.Standing.OPEN);
    }

    @Test
    void urgencyIsTheShareOfThePlanThatIsMissing() {
        PacingPolicy policy = goal(Goal.Metric.IMPRESSIONS, 120, PacingMode.EVEN);
        long at = START + 60 * SECOND;

        Pace pace =
                policy.pace(spent(45, 0, 0), ServingDay.of(ALWAYS, Instant.ofEpochMilli(at)), at);

        assertThat(pace.urgency()).isEqualTo(0.25);
    }

    /// Twenty requests a second; `from` to `to` nothing is asked for.
    private static int[] play(PacingMode mode, int from, int to, int corrected) {
        PacingPolicy policy = goal(Goal.Metric.IMPRESSIONS, 120, mode);
        int[] servedAtQuarter = new int[5];
        int served = 0;
        int takenBack = 0;
        for (int millis = 0; millis < FLIGHT; millis += 50) {
            if (millis == 80 * SECOND) {
                takenBack = corrected;
            }
            long at = START + millis;
            ServingDay day = ServingDay.of(ALWAYS, Instant.ofEpochMilli(at));
            boolean asked = millis < from * SECOND || millis >= to * SECOND;
            if (asked && policy.pace(spent(served - takenBack, 0, 0), day, at).open()) {
                served++;
            }
            servedAtQuarter[(int) (millis / (FLIGHT / 4)) + 1] = served;
        }
        return servedAtQuarter;
    }

    @Test
    void holdsTheQuartersOfAShortFlight() {
        assertThat(play(PacingMode.EVEN, 0, 0, 0)).containsExactly(0, 30, 60, 90, 120);
        assertThat(play(PacingMode.FRONTLOADED, 0, 0, 0)).containsExactly(0, 42, 75, 102, 120);
    }

    @Test
    void catchesUpAfterAPause() {
        assertThat(play(PacingMode.EVEN, 30, 60, 0)).containsExactly(0, 30, 30, 90, 120);
    }

    @Test
    void correctionsGivePlacesBack() {
        assertThat(play(PacingMode.EVEN, 0, 0, 10)).containsExactly(0, 30, 60, 100, 130);
    }

    @ParameterizedTest
    @EnumSource(PacingMode.class)
    void thePlanGrowsToTheWholeGoalAndNoFurther(PacingMode mode) {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 500; i++) {
            long bound = random.nextLong(1, 1L << random.nextInt(1, 62));
            long total = random.nextLong(1, 1L << random.nextInt(1, 40));
            long before = 0;
            for (int step = 0; step <= 20; step++) {
                long planned = mode.plan(bound, total / 20 * step, total);
                assertThat(planned).isBetween(before, bound);
                before = planned;
            }
            assertThat(mode.plan(bound, total, total)).isEqualTo(bound);
        }
    }

    @Test
    void severalInstancesTakeEachPlaceOnce() {
        PacingPolicy policy = goal(Goal.Metric.IMPRESSIONS, 120, PacingMode.EVEN);
        long at = START + 60 * SECOND;
        ServingDay day = ServingDay.of(ALWAYS, Instant.ofEpochMilli(at));
        int open = 0;
        for (int turn = 0; turn < 8; turn++) {
            Spent unseen = spent(40, 0, 0).with(new InstanceShare(8, turn, 0));
            for (int own = 0; policy.pace(unseen, day, at).open(); own++) {
                open++;
                unseen = spent(41 + own, 0, 0).with(new InstanceShare(8, turn, own + 1));
            }
        }

        assertThat(open).isEqualTo(20);
    }
}
