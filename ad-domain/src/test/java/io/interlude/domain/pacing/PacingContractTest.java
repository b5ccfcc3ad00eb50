package io.interlude.domain.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.flight.Daypart;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.flight.ServingDay;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each sentence of the contract's "Pacing" as a table: how many fetches are served by a time of
/// day when requests never end. A fetch costs 0.001, and a whole number of them is planned.
class PacingContractTest {
    private static final long UNIT = 1_000;

    /// How many more fetches are served at once after so many.
    private static long served(PacingPolicy policy, ServingDay day, Spent before, long now) {
        Spent spent = before;
        while (policy.pace(spent, day, now).open()) {
            spent = spent.plus(true, UNIT);
        }
        return spent.dayFetches();
    }

    private static PacingPolicy policy(Budget budget, PacingMode mode, long ownStartMillis) {
        Price price = new Price(PriceModel.CPM, new Money(UNIT * 1_000, "USD"));
        return new PacingPolicy(budget, mode, price, ownStartMillis);
    }

    private static ServingDay day(String zone, Instant now, List<Daypart> dayparts) {
        return ServingDay.of(new Schedule(ZoneId.of(zone), dayparts), now);
    }

    private static Instant local(String zone, String time) {
        return LocalDateTime.parse(time).atZone(ZoneId.of(zone)).toInstant();
    }

    @ParameterizedTest(name = "{0} {1}: {2} of 24")
    @CsvSource({
        "UTC, 2026-06-10T00:00, 0",
        "UTC, 2026-06-10T00:00:00.001, 1",
        "UTC, 2026-06-10T06:00, 6",
        "UTC, 2026-06-10T06:00:00.001, 7",
        "UTC, 2026-06-10T23:59:59.999, 24",
        "Asia/Tokyo, 2026-06-10T06:00, 6",
        "America/New_York, 2026-06-10T18:00, 18",
        // A day of 23 hours: at 12:00 of the clock 11 of them are over.
        "America/New_York, 2026-03-08T12:00, 12",
        "America/New_York, 2026-03-08T23:59:59.999, 24",
        // A day of 25 hours: at 12:00 of the clock 13 of them are over.
        "America/New_York, 2026-11-01T12:00, 13",
        "America/New_York, 2026-11-01T23:59:59.999, 24",
    })
    void evenFollowsTheElapsedTimeOfTheDay(String zone, String time, long expected) {
        Instant now = local(zone, time);
        PacingPolicy policy =
                policy(new Budget(24 * UNIT, null, null), PacingMode.EVEN, Long.MIN_VALUE);

        assertThat(served(policy, day(zone, now, List.of()), Spent.NOTHING, now.toEpochMilli()))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}-{1} and {2}-{3} at {4}: {5} of 12")
    @CsvSource({
        "8, 12, 18, 20, 07:59, 0",
        "8, 12, 18, 20, 08:00, 0",
        "8, 12, 18, 20, 10:00, 4",
        "8, 12, 18, 20, 12:00, 8",
        "8, 12, 18, 20, 17:59, 8",
        "8, 12, 18, 20, 19:00, 10",
        "8, 12, 18, 20, 20:00, 12",
        // Dayparts that touch or overlap count once.
        "8, 12, 10, 14, 11:00, 6",
        "0, 6, 18, 24, 12:00, 6",
        "0, 6, 18, 24, 23:59:59.999, 12",
    })
    void evenFollowsTheElapsedTimeOfTheDayparts(
            int from1, int to1, int from2, int to2, String time, long expected) {
        EnumSet<DayOfWeek> week = EnumSet.allOf(DayOfWeek.class);
        List<Daypart> dayparts =
                List.of(
                        new Daypart(week, from1 * 60, to1 * 60),
                        new Daypart(week, from2 * 60, to2 * 60));
        Instant now = local("UTC", "2026-06-10T" + time);
        PacingPolicy policy =
                policy(new Budget(12 * UNIT, null, null), PacingMode.EVEN, Long.MIN_VALUE);

        assertThat(served(policy, day("UTC", now, dayparts), Spent.NOTHING, now.toEpochMilli()))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "active since {0}, at {1}: {2} of 24")
    @CsvSource({
        "2026-06-09T12:00, 2026-06-10T12:00, 12",
        "2026-06-10T00:00, 2026-06-10T12:00, 12",
        "2026-06-10T12:00, 2026-06-10T15:00, 6",
        "2026-06-10T18:00, 2026-06-10T21:00, 12",
        "2026-06-10T12:00, 2026-06-10T12:00, 0",
        "2026-06-10T12:00, 2026-06-10T12:00:00.001, 1",
        "2026-06-10T12:00, 2026-06-10T23:59:59.999, 24",
    })
    void dayBeginsAtTheLaterOfItsStartAndTheActivation(
            String activatedAt, String time, long expected) {
        Instant now = local("UTC", time);
        PacingPolicy policy =
                policy(
                        new Budget(24 * UNIT, null, null),
                        PacingMode.EVEN,
                        local("UTC", activatedAt).toEpochMilli());

        assertThat(served(policy, day("UTC", now, List.of()), Spent.NOTHING, now.toEpochMilli()))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} served by {1}: {2} of 24")
    @CsvSource({"0, 12:00, 12", "3, 12:00, 12", "12, 12:00, 12", "15, 12:00, 15", "2, 23:30, 24"})
    void recoversWhatItMissedAndWaitsForThePlanWhenAhead(long before, String time, long expected) {
        Instant now = local("UTC", "2026-06-10T" + time);
        PacingPolicy policy =
                policy(new Budget(24 * UNIT, null, null), PacingMode.EVEN, Long.MIN_VALUE);
        Spent spent = new Spent(before, before * UNIT, before, before * UNIT);

        assertThat(served(policy, day("UTC", now, List.of()), spent, now.toEpochMilli()))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}: daily {1}, lifetime {2}, impressions {3}: {4}")
    @CsvSource({
        // In thousandths of a fetch's price, so 2,500 has room for two and a half.
        "ASAP, 2500, , , 2",
        "ASAP, 999, , , 0",
        "ASAP, 0, , , 0",
        "ASAP, , 3999, , 3",
        "ASAP, , , 7, 7",
        "ASAP, , , 0, 0",
        "ASAP, 9000, 5000, 7, 5",
        "ASAP, 9000, 50000, 7, 7",
        "EVEN, 2500, , , 2",
        "EVEN, , 3999, , 3",
        "EVEN, , , 9, 5",
        "EVEN, 8000, , 9, 4",
        "EVEN, 10000, , 6, 3",
        "EVEN, 8000, 3000, , 3",
    })
    void neverSpendsMoreThanAnyBound(
            PacingMode mode,
            @Nullable Long daily,
            @Nullable Long lifetime,
            @Nullable Integer impressions,
            long expected) {
        Instant noon = local("UTC", "2026-06-10T12:00");
        PacingPolicy policy =
                policy(new Budget(daily, lifetime, impressions), mode, Long.MIN_VALUE);

        assertThat(served(policy, day("UTC", noon, List.of()), Spent.NOTHING, noon.toEpochMilli()))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} instances, {1}: {2} of 24")
    @CsvSource({
        // Each alone serves its share of what is open, and together they serve the plan.
        "2, 12:00, 12",
        "8, 12:00, 12",
        "8, 23:30, 24",
        "3, 01:10, 2",
    })
    void instancesThatSeeNothingOfEachOtherServeThePlanTogether(
            int instances, String time, long expected) {
        Instant now = local("UTC", "2026-06-10T" + time);
        ServingDay day = day("UTC", now, List.of());
        PacingPolicy policy =
                policy(new Budget(24 * UNIT, null, null), PacingMode.EVEN, Long.MIN_VALUE);
        long sum = 0;
        for (int turn = 0; turn < instances; turn++) {
            long own = 0;
            while (policy.pace(
                            new Spent(own, own * UNIT, own, own * UNIT)
                                    .with(new InstanceShare(instances, turn, own)),
                            day,
                            now.toEpochMilli())
                    .open()) {
                own++;
            }
            sum += own;
        }

        assertThat(sum).isEqualTo(expected);
    }
}
