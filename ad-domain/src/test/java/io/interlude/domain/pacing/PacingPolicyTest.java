package io.interlude.domain.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.flight.Daypart;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.flight.ServingDay;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacingPolicyTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final ServingDay DAY = day(List.of());
    private static final long UNIT = 1_000;

    private static ServingDay day(List<Daypart> dayparts) {
        return ServingDay.of(
                new Schedule(ZoneOffset.UTC, dayparts), Instant.parse("2026-06-10T12:00:00Z"));
    }

    private static PacingPolicy policy(Budget budget, PacingMode mode, PriceModel model) {
        return policy(budget, mode, model, Long.MIN_VALUE);
    }

    private static PacingPolicy policy(
            Budget budget, PacingMode mode, PriceModel model, long ownStartMillis) {
        long amount = model == PriceModel.CPM ? UNIT * 1_000 : UNIT;
        return new PacingPolicy(
                budget, mode, new Price(model, new Money(amount, "USD")), ownStartMillis);
    }

    private static PacingPolicy evenDaily(long units) {
        return policy(new Budget(units * UNIT, null, null), PacingMode.EVEN, PriceModel.CPM);
    }

    private static Spent spentToday(long units) {
        return new Spent(units, units * UNIT, units, units * UNIT);
    }

    private static Pace.Standing standing(PacingPolicy policy, long units, long atMillis) {
        return policy.pace(spentToday(units), DAY, DAY.startMillis() + atMillis).standing();
    }

    @Test
    void evenFollowsTheElapsedTimeOfTheDay() {
        PacingPolicy policy = evenDaily(24);

        assertThat(standing(policy, 0, 1)).isEqualTo(Pace.Standing.OPEN);
        assertThat(standing(policy, 6, 6 * HOUR)).isEqualTo(Pace.Standing.AHEAD);
        assertThat(standing(policy, 5, 6 * HOUR)).isEqualTo(Pace.Standing.OPEN);
        assertThat(standing(policy, 6, 6 * HOUR + HOUR / 100)).isEqualTo(Pace.Standing.OPEN);
    }

    @Test
    void recoversWhatItMissed() {
        assertThat(standing(evenDaily(24), 11, 12 * HOUR)).isEqualTo(Pace.Standing.OPEN);
        assertThat(standing(evenDaily(24), 0, 23 * HOUR)).isEqualTo(Pace.Standing.OPEN);
    }

    @Test
    void dayBeginsWithTheActivation() {
        long noon = DAY.startMillis() + 12 * HOUR;
        PacingPolicy policy =
                policy(new Budget(24 * UNIT, null, null), PacingMode.EVEN, PriceModel.CPM, noon);

        // A quarter of the afternoon is gone, so a quarter of the day's budget is planned.
        assertThat(standing(policy, 6, 15 * HOUR)).isEqualTo(Pace.Standing.AHEAD);
        assertThat(standing(policy, 5, 15 * HOUR)).isEqualTo(Pace.Standing.OPEN);
    }

    @Test
    void followsTheDaypartsOnly() {
        ServingDay evening =
                day(List.of(new Daypart(EnumSet.allOf(DayOfWeek.class), 18 * 60, 22 * 60)));
        long at = evening.startMillis() + 19 * HOUR;

        assertThat(evenDaily(24).pace(spentToday(6), evening, at).open()).isFalse();
        assertThat(evenDaily(24).pace(spentToday(5), evening, at).open()).isTrue();
    }

    @Test
    void urgencyIsTheShareByWhichItIsBehind() {
        Pace pace = evenDaily(24).pace(spentToday(3), DAY, DAY.startMillis() + 12 * HOUR);

        assertThat(pace.urgency()).isEqualTo(0.75);
    }

    @Test
    void asapServesUntilTheBudgetIsSpent() {
        PacingPolicy policy =
                policy(new Budget(10 * UNIT, null, null), PacingMode.ASAP, PriceModel.CPM);

        assertThat(standing(policy, 9, 1)).isEqualTo(Pace.Standing.OPEN);
        assertThat(standing(policy, 10, 1)).isEqualTo(Pace.Standing.SPENT);
    }

    @Test
    void priceThatWouldExceedTheBudgetIsNotServed() {
        PacingPolicy policy =
                policy(new Budget(UNIT * 5 / 2, null, null), PacingMode.ASAP, PriceModel.CPM);

        assertThat(standing(policy, 1, 1)).isEqualTo(Pace.Standing.OPEN);
        assertThat(standing(policy, 2, 1)).isEqualTo(Pace.Standing.SPENT);
    }

    @Test
    void lifetimeBudgetHoldsOverAllDays() {
        PacingPolicy policy =
                policy(new Budget(null, 10 * UNIT, null), PacingMode.EVEN, PriceModel.CPM);
        Spent longAgo = new Spent(0, 0, 10, 10 * UNIT);

        assertThat(policy.pace(longAgo, DAY, DAY.startMillis()).standing())
                .isEqualTo(Pace.Standing.SPENT);
    }

    @Test
    void dailyFetchesArePacedWhateverThePrice() {
        PacingPolicy policy = policy(new Budget(null, null, 24), PacingMode.EVEN, PriceModel.FLAT);

        assertThat(standing(policy, 6, 6 * HOUR)).isEqualTo(Pace.Standing.AHEAD);
        assertThat(standing(policy, 24, 24 * HOUR - 1)).isEqualTo(Pace.Standing.SPENT);
    }

    @Test
    void clickPriceStopsWhenNoMoreClickFits() {
        PacingPolicy policy =
                policy(new Budget(2 * UNIT, null, null), PacingMode.ASAP, PriceModel.CPC);

        assertThat(policy.pace(new Spent(90, UNIT, 90, UNIT), DAY, DAY.startMillis()).open())
                .isTrue();
        assertThat(
                        policy.pace(new Spent(90, UNIT + 1, 90, UNIT + 1), DAY, DAY.startMillis())
                                .open())
                .isFalse();
    }

    @Test
    void largestBudgetDoesNotOverflow() {
        PacingPolicy policy =
                policy(new Budget(Long.MAX_VALUE, null, null), PacingMode.EVEN, PriceModel.CPM);
        long noon = DAY.startMillis() + 12 * HOUR;

        Spent half = new Spent(0, Long.MAX_VALUE / 2 + 1, 0, 0);
        assertThat(policy.pace(half, DAY, noon).open()).isFalse();
        assertThat(policy.pace(new Spent(0, Long.MAX_VALUE / 2 - 1, 0, 0), DAY, noon).open())
                .isTrue();
    }

    /// Whatever the arrivals: never over budget, never more than one fetch ahead of the plan, and
    /// with enough of them the whole budget is spent.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void spendsThePlanAndNoMore(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long units = random.nextLong(1, 3_000);
        @Nullable Integer fetches = random.nextBoolean() ? (int) random.nextLong(1, 3_000) : null;
        long budgetMicros = units * UNIT + random.nextLong(UNIT);
        PacingPolicy policy =
                policy(new Budget(budgetMicros, null, fetches), PacingMode.EVEN, PriceModel.CPM);
        Spent spent = Spent.NOTHING;
        long now = DAY.startMillis();
        while (now < DAY.endMillis()) {
            if (policy.pace(spent, DAY, now).open()) {
                spent = spent.plus(true, UNIT);
            }
            double elapsed = (now - DAY.startMillis()) / (24.0 * HOUR);
            assertThat(spent.dayMicros())
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(budgetMicros)
                    .isLessThanOrEqualTo((long) (elapsed * budgetMicros) + UNIT + 1);
            boolean lull = random.nextInt(1_000) == 0;
            now += lull ? random.nextLong(HOUR) : random.nextLong(1, 20_000);
        }
        long most = fetches == null ? units : Math.min(units, fetches);
        assertThat(spent.dayFetches()).as("seed %d", seed).isBetween(most * 9 / 10, most);
    }
}
