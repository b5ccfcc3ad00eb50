package io.interlude.report.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.schema.Granularity;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CellPlanTest {
    @Test
    void usesTheLongestCellsThatFit() {
        // given
        TimeRange range = range("2026-03-01T22:58:00Z", "2026-03-04T01:02:00Z");

        // when
        List<CellSlice> plan = CellPlan.cover(range, Granularity.day, ZoneOffset.UTC);

        // then
        assertThat(plan)
                .containsExactly(
                        slice(Granularity.minute, "2026-03-01T22:58:00Z", "2026-03-01T23:00:00Z"),
                        slice(Granularity.hour, "2026-03-01T23:00:00Z", "2026-03-02T00:00:00Z"),
                        slice(Granularity.day, "2026-03-02T00:00:00Z", "2026-03-04T00:00:00Z"),
                        slice(Granularity.hour, "2026-03-04T00:00:00Z", "2026-03-04T01:00:00Z"),
                        slice(Granularity.minute, "2026-03-04T01:00:00Z", "2026-03-04T01:02:00Z"));
    }

    @Test
    void staysInMinutesWhenNoHourFits() {
        TimeRange range = range("2026-03-01T22:58:00Z", "2026-03-01T23:57:00Z");

        assertThat(CellPlan.cover(range, Granularity.day, ZoneOffset.UTC))
                .containsExactly(
                        slice(Granularity.minute, "2026-03-01T22:58:00Z", "2026-03-01T23:57:00Z"));
    }

    @Test
    void cutsLongStretches() {
        TimeRange range = range("2026-03-01T00:00:00Z", "2026-03-01T13:00:00Z");

        assertThat(CellPlan.cover(range, Granularity.minute, ZoneOffset.UTC))
                .containsExactly(
                        slice(Granularity.minute, "2026-03-01T00:00:00Z", "2026-03-01T06:00:00Z"),
                        slice(Granularity.minute, "2026-03-01T06:00:00Z", "2026-03-01T12:00:00Z"),
                        slice(Granularity.minute, "2026-03-01T12:00:00Z", "2026-03-01T13:00:00Z"));
    }

    @ParameterizedTest
    @EnumSource(names = {"minute", "hour", "day"})
    void neverUsesLongerCellsThanAllowed(Granularity coarsest) {
        TimeRange range = range("2026-03-01T22:58:00Z", "2026-03-09T01:02:00Z");

        assertThat(CellPlan.cover(range, coarsest, ZoneOffset.UTC))
                .allMatch(slice -> slice.granularity().compareTo(coarsest) <= 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void coversEveryMinuteOnce(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 200; i++) {
            // given
            Instant from =
                    Instant.parse("2026-02-20T00:00:00Z")
                            .plus(Duration.ofMinutes(random.nextInt(20_000)));
            TimeRange range =
                    new TimeRange(from, from.plus(Duration.ofMinutes(1 + random.nextInt(9_000))));

            // when
            List<CellSlice> plan = CellPlan.cover(range, Granularity.day, ZoneOffset.UTC);

            // then
            Instant at = range.from();
            for (CellSlice slice : plan) {
                assertThat(slice.from()).as("seed %d, %s", seed, range).isEqualTo(at);
                assertThat(slice.to()).isAfter(slice.from());
                at = slice.to();
            }
            assertThat(at).as("seed %d, %s", seed, range).isEqualTo(range.to());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin, 2026-03-29, 2026-03-28T23:00:00Z, 23",
        "Europe/Berlin, 2026-10-25, 2026-10-24T22:00:00Z, 25",
        "America/New_York, 2026-03-08, 2026-03-08T05:00:00Z, 23",
        "America/New_York, 2026-11-01, 2026-11-01T04:00:00Z, 25",
        "Asia/Kolkata, 2026-03-01, 2026-02-28T18:30:00Z, 24",
        "Asia/Kathmandu, 2026-03-01, 2026-02-28T18:15:00Z, 24",
        "America/Asuncion, 2020-10-04, 2020-10-04T04:00:00Z, 23",
        "Pacific/Kiritimati, 2026-03-01, 2026-02-28T10:00:00Z, 24"
    })
    void aDayIsOneOfTheZone(String zone, LocalDate day, Instant start, int hours) {
        // given
        ZoneId zoneId = ZoneId.of(zone);
        Instant end = start.plus(Duration.ofHours(hours));

        // then: the day is one cell, and a minute more on both sides is no other day's
        assertThat(CellPlan.cover(new TimeRange(start, end), Granularity.day, zoneId))
                .containsExactly(new CellSlice(Granularity.day, start, end));
        assertThat(day.atStartOfDay(zoneId).toInstant()).isEqualTo(start);
        assertThat(
                        CellPlan.cover(
                                new TimeRange(
                                        start.minus(Duration.ofMinutes(1)),
                                        end.plus(Duration.ofMinutes(1))),
                                Granularity.day,
                                zoneId))
                .extracting(CellSlice::granularity)
                .containsExactly(Granularity.minute, Granularity.day, Granularity.minute);
    }

    @Test
    void noSliceReachesOverMidnight() {
        TimeRange range = range("2026-02-28T15:00:00Z", "2026-02-28T22:00:00Z");

        assertThat(CellPlan.cover(range, Granularity.day, ZoneId.of("Asia/Kathmandu")))
                .containsExactly(
                        slice(Granularity.hour, "2026-02-28T15:00:00Z", "2026-02-28T18:00:00Z"),
                        slice(Granularity.minute, "2026-02-28T18:00:00Z", "2026-02-28T18:15:00Z"),
                        slice(Granularity.minute, "2026-02-28T18:15:00Z", "2026-02-28T19:00:00Z"),
                        slice(Granularity.hour, "2026-02-28T19:00:00Z", "2026-02-28T22:00:00Z"));
    }

    private static TimeRange range(String from, String to) {
        return new TimeRange(Instant.parse(from), Instant.parse(to));
    }

    private static CellSlice slice(Granularity granularity, String from, String to) {
        return new CellSlice(granularity, Instant.parse(from), Instant.parse(to));
    }
}
