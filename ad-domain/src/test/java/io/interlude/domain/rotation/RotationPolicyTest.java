package io.interlude.domain.rotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RotationPolicyTest {
    @Nested
    class Sequential {
        @Test
        void goesRound() {
            boolean[] all = {true, true, true};

            assertThat(IntStream.range(0, 7).map(i -> RotationPolicy.sequential(all, i)))
                    .containsExactly(0, 1, 2, 0, 1, 2, 0);
        }

        @Test
        void passesOverWhatMayNotServe() {
            boolean[] some = {true, false, true};

            assertThat(IntStream.range(0, 4).map(i -> RotationPolicy.sequential(some, i)))
                    .containsExactly(0, 2, 2, 0);
        }
    }

    @Test
    void weightedServesInProportion() {
        boolean[] all = {true, true, true};
        SplittableRandom random = new SplittableRandom(5);
        long[] served = new long[3];
        for (int i = 0; i < 40_000; i++) {
            served[RotationPolicy.weighted(new int[] {1, 2, 5}, all, random)]++;
        }

        assertThat(served[0]).isBetween(4_700L, 5_300L);
        assertThat(served[1]).isBetween(9_600L, 10_400L);
        assertThat(served[2]).isBetween(24_500L, 25_500L);
    }

    @Test
    void weightedPassesOverWhatMayNotServe() {
        SplittableRandom random = new SplittableRandom(5);
        boolean[] some = {true, false, true};
        long[] served = new long[3];
        for (int i = 0; i < 40_000; i++) {
            served[RotationPolicy.weighted(new int[] {1, 2, 3}, some, random)]++;
        }

        assertThat(served[1]).isZero();
        assertThat(served[0]).isBetween(9_600L, 10_400L);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 3, 40, 900})
    void betaDrawsHaveItsMeanAndVariance(double alpha) {
        double beta = 2 * alpha;
        SplittableRandom random = new SplittableRandom(3);
        double[] draws =
                IntStream.range(0, 50_000)
                        .mapToDouble(_ -> BetaDistribution.draw(alpha, beta, random))
                        .toArray();
        double mean = Arrays.stream(draws).average().orElse(0);
        double variance =
                Arrays.stream(draws).map(x -> (x - mean) * (x - mean)).average().orElse(0);
        double sum = alpha + beta;
        double expected = alpha * beta / (sum * sum * (sum + 1));

        assertThat(mean).isCloseTo(1 / 3.0, offset(0.005));
        assertThat(variance / expected).isBetween(0.95, 1.05);
    }
}
