package io.interlude.domain.lift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LiftTest {
    private static final int CAMPAIGNS = 1_000;

    @Test
    void fewConversionsTellNothing() {
        assertThat(new Lift(new Lift.Arm(0, 0), new Lift.Arm(0, 0)).interval()).isEmpty();
        assertThat(new Lift(new Lift.Arm(90, 40), new Lift.Arm(10, 4)).interval()).isEmpty();
        assertThat(new Lift(new Lift.Arm(90, 4), new Lift.Arm(10, 5)).interval()).isEmpty();
    }

    @Test
    void intervalIsThatOfTheFormula() {
        Lift.Interval interval =
                new Lift(new Lift.Arm(180_000, 10_800), new Lift.Arm(20_000, 1_000))
                        .interval()
                        .orElseThrow();

        assertThat(interval.lift()).isCloseTo(0.2, within(1e-9));
        assertThat(interval.low()).isCloseTo(0.0867, within(0.001));
        assertThat(interval.high()).isCloseTo(0.325, within(0.001));
    }

    @Test
    void allThatConvertAreNoCertainty() {
        Lift.Interval interval =
                new Lift(new Lift.Arm(6, 6), new Lift.Arm(6, 6)).interval().orElseThrow();

        assertThat(interval.low()).isLessThan(-0.3);
        assertThat(interval.high()).isGreaterThan(0.3);
    }

    /// Someone looks after every hundredth of each campaign, and stops at the first interval
    /// without 0.
    @Test
    void withoutAnEffectFewCampaignsEverSeemToHaveOne() {
        SplittableRandom random = new SplittableRandom(17);
        long wrong =
                IntStream.range(0, CAMPAIGNS)
                        .filter(_ -> {
                            double rate = 0.005 + 0.2 * random.nextDouble() * random.nextDouble();
                            double share = 0.05 + 0.45 * random.nextDouble();
                            int size = random.nextInt(2_000, 20_000);
                            return new Run(random, share, rate, rate, size).everExcludesNone();
                        })
                        .count();

        assertThat(wrong).isLessThanOrEqualTo(CAMPAIGNS / 20);
    }

    /// Two hundred thousand subscribers, a tenth of them held out, of whom one in twenty converts.
    @Test
    void anEffectOfAFifthIsFound() {
        SplittableRandom random = new SplittableRandom(18);
        long found =
                IntStream.range(0, 100)
                        .filter(_ -> new Run(random, 0.1, 0.05, 0.06, 200_000).everExcludesNone())
                        .count();

        assertThat(found).isGreaterThanOrEqualTo(95);
    }

    /// A campaign whose subscribers come one after the other, and convert some time after they
    /// came, if they do.
    private static final class Run {
        private final SplittableRandom random;
        private final int size;
        private final int[] exposedAt;
        private final int[] heldOutAt;
        private final double share;
        private final double heldOutRate;
        private final double exposedRate;

        Run(
                SplittableRandom random,
                double share,
                double heldOutRate,
                double exposedRate,
                int size) {
            this.random = random;
            this.size = size;
            this.share = share;
            this.heldOutRate = heldOutRate;
            this.exposedRate = exposedRate;
            this.exposedAt = new int[size + size / 2];
            this.heldOutAt = new int[size + size / 2];
        }

        boolean everExcludesNone() {
            long exposed = 0;
            long heldOut = 0;
            long exposedConverted = 0;
            long heldOutConverted = 0;
            for (int time = 0; time < exposedAt.length; time++) {
                if (time < size) {
                    boolean held = random.nextDouble() < share;
                    heldOut += held ? 1 : 0;
                    exposed += held ? 0 : 1;
                    if (random.nextDouble() < (held ? heldOutRate : exposedRate)) {
                        (held ? heldOutAt : exposedAt)[time + random.nextInt(size / 2)]++;
                    }
                }
                exposedConverted += exposedAt[time];
                heldOutConverted += heldOutAt[time];
                if (time % (size / 100) == 0
                        && new Lift(
                                        new Lift.Arm(exposed, exposedConverted),
                                        new Lift.Arm(heldOut, heldOutConverted))
                                .interval()
                                .filter(found -> found.low() > 0 || found.high() < 0)
                                .isPresent()) {
                    return true;
                }
            }
            return false;
        }
    }
}
