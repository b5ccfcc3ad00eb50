package io.interlude.domain.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OpenFlightTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long START = Instant.parse("2026-06-10T12:00:00Z").toEpochMilli();
    private static final List<ZoneId> ZONES =
            List.of(
                    ZoneOffset.UTC,
                    ZoneId.of("America/New_York"),
                    ZoneId.of("Australia/Lord_Howe"),
                    ZoneId.of("Asia/Kathmandu"),
                    ZoneId.of("Africa/Cairo"));

    @Test
    void withoutDaypartsAllOfItIsOpen() {
        OpenFlight flight =
                new OpenFlight(new Schedule(ZoneOffset.UTC, List.of()), START, START + 50 * HOUR);

        assertThat(flight.totalMillis()).isEqualTo(50 * HOUR);
        assertThat(elapsed(flight, ZoneOffset.UTC, List.of(), START - 1)).isZero();
        assertThat(elapsed(flight, ZoneOffset.UTC, List.of(), START + 20 * HOUR))
                .isEqualTo(20 * HOUR);
        assertThat(elapsed(flight, ZoneOffset.UTC, List.of(), START + 60 * HOUR))
                .isEqualTo(50 * HOUR);
    }

    @Test
    void onlyOpenTimeOfDaypartsCounts() {
        List<Daypart> afternoons = List.of(new Daypart(EnumSet.allOf(DayOfWeek.class), 780, 900));
        OpenFlight flight =
                new OpenFlight(new Schedule(ZoneOffset.UTC, afternoons), START, START + 72 * HOUR);

        assertThat(flight.totalMillis()).isEqualTo(6 * HOUR);
        assertThat(elapsed(flight, ZoneOffset.UTC, afternoons, START + 2 * HOUR)).isEqualTo(HOUR);
        assertThat(elapsed(flight, ZoneOffset.UTC, afternoons, START + 20 * HOUR))
                .isEqualTo(2 * HOUR);
        assertThat(elapsed(flight, ZoneOffset.UTC, afternoons, START + 26 * HOUR))
                .isEqualTo(3 * HOUR);
    }

    @Test
    void aFlightThatEndsBeforeItBeginsHasNoOpenTime() {
        Schedule always = new Schedule(ZoneOffset.UTC, List.of());

        assertThat(new OpenFlight(always, START, START - HOUR).totalMillis()).isZero();
    }

    @Test
    void anEndInTheFarthestYearIsWorkedOutAtOnce() {
        List<Daypart> mornings = List.of(new Daypart(Set.of(DayOfWeek.MONDAY), 0, 60));
        Schedule schedule = new Schedule(ZoneId.of("Europe/Berlin"), mornings);

        OpenFlight flight = new OpenFlight(schedule, START, Long.MAX_VALUE);

        assertThat(flight.totalMillis()).isGreaterThan(Duration.ofDays(10_000).toMillis());
    }

    @Test
    void openTimeIsTheSumOfItsDays() {
        SplittableRandom random = new SplittableRandom(22);
        for (int i = 0; i < 300; i++) {
            ZoneId zone = ZONES.get(random.nextInt(ZONES.size()));
            Schedule schedule = new Schedule(zone, dayparts(random));
            long from = START + random.nextLong(400 * 24 * HOUR);
            long to = from + random.nextLong(500 * 24 * HOUR);

            assertThat(OpenFlight.openMillis(schedule, from, to))
                    .as("%s from %s to %s", schedule, from, to)
                    .isEqualTo(dayByDay(schedule, from, to));
        }
    }

    @Test
    void elapsedTimeNeverFallsAndEndsWithAllOfIt() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 50; i++) {
            ZoneId zone = ZONES.get(random.nextInt(ZONES.size()));
            Schedule schedule = new Schedule(zone, dayparts(random));
            OpenFlight flight = new OpenFlight(schedule, START, START + 30 * 24 * HOUR);
            long before = 0;
            for (long at = START; at < START + 31 * 24 * HOUR; at += 5 * HOUR) {
                long elapsed = elapsed(flight, zone, schedule.dayparts(), at);
                assertThat(elapsed).isBetween(before, flight.totalMillis());
                assertThat(elapsed)
                        .isEqualTo(dayByDay(schedule, START, Math.min(at, flight.endMillis())));
                before = elapsed;
            }
            assertThat(before).isEqualTo(flight.totalMillis());
        }
    }

    private static long elapsed(
            OpenFlight flight, ZoneId zone, List<Daypart> dayparts, long atMillis) {
        Schedule schedule = new Schedule(zone, dayparts);
        return flight.elapsedMillis(
                ServingDay.of(schedule, Instant.ofEpochMilli(atMillis)), atMillis);
    }

    private static long dayByDay(Schedule schedule, long from, long to) {
        long sum = 0;
        for (long at = from; at < to; ) {
            ServingDay day = ServingDay.of(schedule, Instant.ofEpochMilli(at));
            sum += day.openMillis(at, Math.min(to, day.endMillis()));
            at = day.endMillis();
        }
        return sum;
    }

    private static List<Daypart> dayparts(SplittableRandom random) {
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        for (DayOfWeek day : DayOfWeek.values()) {
            if (random.nextBoolean()) {
                days.add(day);
            }
        }
        days.add(DayOfWeek.SUNDAY);
        int from = random.nextInt(1_300);
        return List.of(
                new Daypart(days, from, from + 1 + random.nextInt(139)),
                new Daypart(Set.of(DayOfWeek.SUNDAY), 60, 240));
    }
}
