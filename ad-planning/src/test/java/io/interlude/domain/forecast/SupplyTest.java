package io.interlude.domain.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SupplyTest {
    private static final Instant END = Instant.parse("2026-06-10T12:00:00Z");
    private static final int CASES = 200;
    private static final int STEPS = Supply.STEPS_OF_DAY;

    /// Traffic that is held back lies within the interval in 75 to 85 % of cases.
    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4", "5"})
    void intervalsHoldInFourCasesOfFive(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int held = 0;
        for (int i = 0; i < CASES; i++) {
            held += new Traffic(random).holds() ? 1 : 0;
        }

        assertThat(held).isBetween(CASES * 75 / 100, CASES * 85 / 100);
    }

    /// Weeks that go up and down by hours and by days, and come to more or less by chance.
    private static final class Traffic {
        private final SplittableRandom random;
        private final int basisDays;
        private final int days;
        private final double[] steps;

        Traffic(SplittableRandom random) {
            this.random = random;
            // With fewer than two weeks, days are alike.
            boolean weekly = random.nextBoolean();
            basisDays = weekly ? random.nextInt(14, 29) : random.nextInt(5, 14);
            days = random.nextInt(1, 15);
            double daily = Math.exp(random.nextDouble(3, 10));
            double spread = random.nextDouble(0.02, 0.4);
            double weekendShare = weekly ? random.nextDouble(0.3, 1.5) : 1;
            steps = new double[(basisDays + days) * STEPS];
            for (int day = 0; day < basisDays + days; day++) {
                double rate =
                        daily * Math.exp(spread * random.nextGaussian() - spread * spread / 2);
                rate *= day % 7 >= 5 ? weekendShare : 1;
                for (int step = 0; step < STEPS; step++) {
                    double hourly = 1 + 0.9 * Math.sin(2 * Math.PI * step / STEPS);
                    steps[day * STEPS + step] = poisson(rate * hourly / STEPS);
                }
            }
        }

        private double poisson(double mean) {
            if (mean > 100) {
                return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
            }
            double limit = Math.exp(-mean);
            int count = 0;
            for (double product = random.nextDouble(); product > limit; count++) {
                product *= random.nextDouble();
            }
            return count;
        }

        boolean holds() {
            int basis = basisDays * STEPS;
            double[] latestFirst = new double[basis];
            for (int i = 0; i < basis; i++) {
                latestFirst[i] = steps[basis - 1 - i];
            }
            double came = Arrays.stream(steps, basis, steps.length).sum();
            Supply.Estimate estimate =
                    new Supply(latestFirst, basis * Supply.STEP_MILLIS)
                            .during(
                                    new Period(END, END.plus(Duration.ofDays(days))),
                                    END.toEpochMilli());
            return estimate.low() <= came && came <= estimate.high();
        }
    }

    @Test
    void hoursOfTheWeekComeAgain() {
        // two weeks in which only the first hour after midnight of one weekday has requests
        double[] steps = new double[14 * STEPS];
        for (int week = 0; week < 2; week++) {
            for (int step = 0; step < 12; step++) {
                steps[week * 7 * STEPS + 3 * STEPS + step] = 10;
            }
        }
        Supply supply = new Supply(steps, 14 * STEPS * Supply.STEP_MILLIS);

        // those steps end three days before the basis does
        Instant again = END.minus(Duration.ofDays(3)).plus(Duration.ofDays(7));
        assertThat(during(supply, again.minus(Duration.ofHours(1)), again)).isEqualTo(120);
        assertThat(during(supply, again, again.plus(Duration.ofHours(5)))).isZero();
        assertThat(during(supply, again.minus(Duration.ofMinutes(30)), again)).isEqualTo(60);
        assertThat(during(supply, END, END.plus(Duration.ofDays(700))))
                .isCloseTo(120 * 100, within(1e-6));
    }

    private static double during(Supply supply, Instant from, Instant to) {
        return supply.during(new Period(from, to), END.toEpochMilli()).expected();
    }

    @Test
    void shortBasisGoesOnAsItWent() {
        Supply.Estimate estimate = ofAnHour(70, 50, 64, 56, 60, 60, 75, 45, 58, 62, 68, 52);

        assertThat(estimate.expected()).isCloseTo(1_440, within(1e-6));
        assertThat(estimate.low()).isBetween(1_200.0, 1_380.0);
        assertThat(estimate.high()).isBetween(1_500.0, 1_700.0);
    }

    @Test
    void regularTrafficIsSurerThanChance() {
        Supply.Estimate estimate = ofAnHour(61, 59, 60, 60, 61, 59, 60, 60, 59, 61, 60, 60);

        assertThat(estimate.low()).isBetween(1_420.0, 1_439.0);
        assertThat(estimate.high()).isBetween(1_441.0, 1_460.0);
    }

    private static Supply.Estimate ofAnHour(double... steps) {
        return new Supply(steps, Duration.ofHours(1).toMillis())
                .during(new Period(END, END.plus(Duration.ofHours(2))), END.toEpochMilli());
    }

    @Test
    void nothingCameAndLittleMayCome() {
        Supply supply = new Supply(new double[7 * STEPS], 7 * STEPS * Supply.STEP_MILLIS);

        Supply.Estimate estimate =
                supply.during(new Period(END, END.plus(Duration.ofDays(7))), END.toEpochMilli());

        assertThat(estimate.expected()).isZero();
        assertThat(estimate.low()).isZero();
        assertThat(estimate.high()).isBetween(2.0, 3.0);
    }
}
