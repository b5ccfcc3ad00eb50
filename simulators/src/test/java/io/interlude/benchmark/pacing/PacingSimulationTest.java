package io.interlude.benchmark.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.pacing.PacingMode;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PacingSimulationTest {
    private static final int SEED = 1;
    private static final int FEW_REQUESTS = 10_000;

    @ParameterizedTest
    @MethodSource
    void dayKeepsToItsLimits(PacingCase day, long seed) {
        PacingOutcome outcome = PacingSimulation.play(day, seed);

        assertThat(outcome.holds()).as(PacingTable.row(outcome)).isTrue();
    }

    /// Every small budget, and each shape of traffic and calendar on eight instances.
    static Stream<Arguments> dayKeepsToItsLimits() {
        SplittableRandom seeds = new SplittableRandom(SEED);
        return PacingCases.all().stream()
                .filter(day ->
                        day.fetchesNeeded() * day.requestsPerGoal() <= FEW_REQUESTS
                                || (day.instances() == 8
                                        && day.stateDelay().equals(Duration.ofSeconds(10))))
                .map(day -> Arguments.of(day, seeds.nextLong()));
    }

    @ParameterizedTest
    @MethodSource
    void flightKeepsToItsLimits(FlightCase flight, long seed) {
        assertThat(FlightSimulation.play(flight, seed)).endsWith("| yes |");
    }

    /// The longest on eight instances: those that begin late or deliver more at first.
    static Stream<Arguments> flightKeepsToItsLimits() {
        SplittableRandom seeds = new SplittableRandom(SEED);
        return FlightCases.all().stream()
                .filter(flight -> flight.instances() == 8 && flight.length().toDays() == 90)
                .filter(flight -> flight.lateBy() > 0 || flight.mode() == PacingMode.FRONTLOADED)
                .map(flight -> Arguments.of(flight, seeds.nextLong()));
    }
}
