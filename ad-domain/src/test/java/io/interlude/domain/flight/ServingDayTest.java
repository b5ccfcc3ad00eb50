package io.interlude.domain.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServingDayTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final Set<DayOfWeek> EVERY_DAY = EnumSet.allOf(DayOfWeek.class);

    private static ServingDay day(String zone, String now, Daypart... dayparts) {
        return ServingDay.of(new Schedule(ZoneId.of(zone), List.of(dayparts)), Instant.parse(now));
    }

    private static Daypart daily(int fromHour, int toHour) {
        return new Daypart(EVERY_DAY, fromHour * 60, toHour * 60);
    }

    @Test
    void isOpenAllDayWithoutDayparts() {
        ServingDay day = day("Europe/Berlin", "2026-06-10T12:00:00Z");

        assertThat(day.startMillis())
                .isEqualTo(Instant.parse("2026-06-09T22:00:00Z").toEpochMilli());
        assertThat(day.openMillis(day.startMillis(), day.endMillis())).isEqualTo(24 * HOUR);
        assertThat(day.isOpen(day.startMillis())).isTrue();
        assertThat(day.isOpen(day.endMillis())).isFalse();
    }

    @Test
    void knowsWhenItOpensNext() {
        ServingDay day = day("UTC", "2026-06-10T12:00:00Z", daily(8, 10), daily(14, 15));
        long start = day.startMillis();

        assertThat(day.nextOpenMillis(start)).hasValue(start + 8 * HOUR);
        assertThat(day.nextOpenMillis(start + 9 * HOUR)).hasValue(start + 9 * HOUR);
        assertThat(day.nextOpenMillis(start + 10 * HOUR)).hasValue(start + 14 * HOUR);
        assertThat(day.nextOpenMillis(start + 15 * HOUR)).isEmpty();
    }

    @Test
    void dayOfTheClockChangeIsShorterOrLonger() {
        ServingDay spring = day("America/New_York", "2026-03-08T15:00:00Z");
        ServingDay autumn = day("America/New_York", "2026-11-01T15:00:00Z");

        assertThat(spring.endMillis() - spring.startMillis()).isEqualTo(23 * HOUR);
        assertThat(autumn.endMillis() - autumn.startMillis()).isEqualTo(25 * HOUR);
    }

    @Test
    void daypartPassedTwiceIsOpenTwice() {
        ServingDay autumn = day("America/New_York", "2026-11-01T15:00:00Z", daily(1, 2));

        assertThat(autumn.openMillis(autumn.startMillis(), autumn.endMillis())).isEqualTo(2 * HOUR);
    }

    @Test
    void daypartLeftOutByTheClockIsNeverOpen() {
        ServingDay spring = day("America/New_York", "2026-03-08T15:00:00Z", daily(2, 3));

        assertThat(spring.openMillis(spring.startMillis(), spring.endMillis())).isZero();
    }

    @Test
    void daypartEndIsExclusive() {
        ServingDay day = day("UTC", "2026-06-10T12:00:00Z", daily(8, 20));
        long eight = day.startMillis() + 8 * HOUR;
        long twenty = day.startMillis() + 20 * HOUR;

        assertThat(day.isOpen(eight - 1)).isFalse();
        assertThat(day.isOpen(eight)).isTrue();
        assertThat(day.isOpen(twenty - 1)).isTrue();
        assertThat(day.isOpen(twenty)).isFalse();
    }

    @Test
    void dayOfTheWeekIsThatOfTheTimeZone() {
        Daypart mondays = new Daypart(Set.of(DayOfWeek.MONDAY), 0, Daypart.MINUTES_PER_DAY);
        // Sunday 23:30 UTC is Monday 08:30 in Tokyo.
        ServingDay tokyo = day("Asia/Tokyo", "2026-06-07T23:30:00Z", mondays);
        ServingDay utc = day("UTC", "2026-06-07T23:30:00Z", mondays);

        assertThat(tokyo.isOpen(Instant.parse("2026-06-07T23:30:00Z").toEpochMilli())).isTrue();
        assertThat(utc.isOpen(Instant.parse("2026-06-07T23:30:00Z").toEpochMilli())).isFalse();
    }

    /// An independent reckoning, minute by minute on the wall clock.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "America/New_York",
                "Europe/Berlin",
                "Australia/Lord_Howe",
                "Asia/Kathmandu",
                "America/Santiago",
                "UTC"
            })
    void openTimesAreThoseOfTheWallClock(String zoneName) {
        ZoneId zone = ZoneId.of(zoneName);
        SplittableRandom random = new SplittableRandom(zoneName.hashCode());
        for (int offsetDays = 0; offsetDays < 400; offsetDays += 1 + random.nextInt(4)) {
            Instant now = Instant.parse("2026-01-01T12:00:00Z").plus(Duration.ofDays(offsetDays));
            List<Daypart> dayparts = randomDayparts(random);
            ServingDay day = ServingDay.of(new Schedule(zone, dayparts), now);
            long open = 0;
            for (long t = day.startMillis(); t < day.endMillis(); t += MINUTE) {
                boolean expected = isOnTheWallClock(dayparts, Instant.ofEpochMilli(t).atZone(zone));
                assertThat(day.isOpen(t))
                        .as("%s at %d of %s", dayparts, t, now)
                        .isEqualTo(expected);
                open += expected ? MINUTE : 0;
            }
            assertThat(day.openMillis(day.startMillis(), day.endMillis())).isEqualTo(open);
        }
    }

    private static List<Daypart> randomDayparts(SplittableRandom random) {
        List<Daypart> dayparts = new ArrayList<>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            int from = random.nextInt(Daypart.MINUTES_PER_DAY);
            int to = random.nextInt(from + 1, Daypart.MINUTES_PER_DAY + 1);
            Set<DayOfWeek> days = EnumSet.of(DayOfWeek.of(random.nextInt(1, 8)));
            days.add(DayOfWeek.of(random.nextInt(1, 8)));
            dayparts.add(new Daypart(random.nextInt(3) == 0 ? days : EVERY_DAY, from, to));
        }
        return dayparts;
    }

    private static boolean isOnTheWallClock(List<Daypart> dayparts, ZonedDateTime time) {
        int minute = time.getHour() * 60 + time.getMinute();
        return dayparts.stream()
                .anyMatch(part ->
                        part.days().contains(time.getDayOfWeek())
                                && minute >= part.fromMinute()
                                && minute < part.toMinute());
    }
}
