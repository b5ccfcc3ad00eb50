package io.interlude.domain.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundsTest {
    private static final Instant FROM = Instant.parse("2026-06-10T12:00:00Z");
    private static final Supply.Estimate FREE = new Supply.Estimate(1_000, 800, 1_200);

    @ParameterizedTest
    @CsvSource({
        // daily, lifetime, goal, hours; expected low high, missing of the goal
        "Infinity, Infinity, Infinity, 48, 1000 800 1200, 0",
        "100, Infinity, Infinity, 48, 200 200 200, 0",
        "100, Infinity, Infinity, 6, 100 100 100, 0",
        "Infinity, 900, Infinity, 48, 900 800 900, 0",
        "Infinity, Infinity, 1100, 48, 1000 800 1100, 100",
        "Infinity, Infinity, 500, 48, 500 500 500, -500",
        "100, Infinity, 500, 48, 200 200 200, 300",
        "Infinity, 300, 500, 48, 300 300 300, 200",
    })
    void capWhatComesAndTellWhatOfTheGoalIsMissing(
            double daily,
            double lifetime,
            double goal,
            long hours,
            String expectedLowHigh,
            double missing) {
        Bounds bounds = new Bounds(daily, lifetime, goal);
        Period served = new Period(FROM, FROM.plus(Duration.ofHours(hours)));

        Supply.Estimate bounded = bounds.bounded(FREE, served);

        assertThat(
                        Stream.of(bounded.expected(), bounded.low(), bounded.high())
                                .map(bound -> String.valueOf(Math.round(bound))))
                .containsExactly(expectedLowHigh.split(" ", -1));
        assertThat(bounds.missing(FREE, served)).isEqualTo(missing);
    }
}
