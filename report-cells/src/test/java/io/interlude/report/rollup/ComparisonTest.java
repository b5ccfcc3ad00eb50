package io.interlude.report.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
    @ParameterizedTest
    @CsvSource({
        // as many minutes
        "UTC, 2026-03-01T10:00:00Z, 2026-03-01T10:30:00Z, 2026-03-01T09:30:00Z",
        // as many days
        "UTC, 2026-03-08T00:00:00Z, 2026-03-15T00:00:00Z, 2026-03-01T00:00:00Z",
        // the day after the clocks change, and that day itself, which has 23 hours
        "Europe/Berlin, 2026-03-29T22:00:00Z, 2026-03-30T22:00:00Z, 2026-03-28T23:00:00Z",
        "Europe/Berlin, 2026-03-28T23:00:00Z, 2026-03-29T22:00:00Z, 2026-03-27T23:00:00Z",
    })
    void endsWhereTheReportBegins(String zone, Instant from, Instant to, Instant before) {
        TimeRange previous =
                new Comparison.Previous().beside(new TimeRange(from, to), ZoneId.of(zone));

        assertThat(previous).isEqualTo(new TimeRange(before, from));
    }
}
