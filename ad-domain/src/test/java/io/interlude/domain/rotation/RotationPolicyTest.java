package io.interlude.domain.rotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RotationPolicyTest {
    private static final int TEN_PERCENT = 1_000;

    /// Serves creatives whose chances to engage are these.
    private static Engagement[] serve(
            double[] chances, int shareBps, int fetches, RandomGenerator random) {
        Engagement[] creatives = new Engagement[chances.length];
        Arrays.fill(creatives, Engagement.NONE);
        for (int i = 0; i < fetches; i++) {
            serveOne(creatives, chances, shareBps, random);
        }
        return creatives;
    }

    private static void serveOne(
            Engagement[] creatives, double[] chances, int shareBps, RandomGenerator random) {
        int chosen = RotationPolicy.adaptive(creatives, shareBps, random);
        Engagement before = creatives[chosen];
        int engaged = random.nextDouble() < chances[chosen] ? 1 : 0;
        creatives[chosen] = new Engagement(before.fetches() + 1, before.engagedFetches() + engaged);
    }

    @Nested
    class Adaptive {
        @ParameterizedTest
        @ValueSource(longs = {1, 2, 3, 4, 5, 6})
        void engagingCreativeIsServedMost(long seed) {
            Engagement[] creatives =
                    serve(
                            new double[] {0.02, 0.10, 0.02},
                            TEN_PERCENT,
                            5_000,
                            new SplittableRandom(seed));

            assertThat(creatives[1].fetches()).as("seed %d", seed).isGreaterThan(3_500);
        }

        @ParameterizedTest
        @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
        void everyCreativeGetsItsShareAtEveryTime(long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            int count = random.nextInt(2, 8);
            int shareBps = random.nextInt(0, 10_001);
            double[] chances =
                    IntStream.range(0, count).mapToDouble(i -> i == 0 ? 0.9 : 0.001).toArray();
            Engagement[] creatives = new Engagement[count];
            Arrays.fill(creatives, Engagement.NONE);
            for (int served = 1; served <= 5_000; served++) {
                serveOne(creatives, chances, shareBps, random);
                double guaranteed = shareBps / 10_000.0 / count * served;
                long least =
                        Arrays.stream(creatives).mapToLong(Engagement::fetches).min().orElse(0);
                assertThat(least)
                        .as("seed %d, %d creatives, share %d", seed, count, shareBps)
                        .isGreaterThanOrEqualTo((long) Math.floor(guaranteed) - 1);
            }
        }

        @Test
        void guaranteeStepsInOnlyWhereSamplingGivesLess() {
            // Equal creatives: sampling alone gives each far more than a 20th.
            Engagement[] equal = {new Engagement(1_000, 100), new Engagement(1_000, 100)};
            SplittableRandom random = new SplittableRandom(7);
            long first =
                    LongStream.range(0, 10_000)
                            .filter(_ -> RotationPolicy.adaptive(equal, TEN_PERCENT, random) == 0)
                            .count();

            assertThat(first).isBetween(4_700L, 5_300L);
        }

        @Test
        void newcomerDoesNotSilenceTheOthers() {
            // Sampling would never serve the newcomer: it failed in each of its 400 fetches.
            Engagement[] creatives = {new Engagement(1_000_000, 200_000), new Engagement(400, 0)};
            SplittableRandom random = new SplittableRandom(11);
            long newcomer =
                    LongStream.range(0, 10_000)
                            .filter(_ ->
                                    RotationPolicy.adaptive(creatives, TEN_PERCENT, random) == 1)
                            .count();

            assertThat(newcomer).isBetween(900L, 1_100L);
        }

        @Test
        void engagementAppliedBeforeItsFetchIsNoFault() {
            Engagement[] early = {new Engagement(0, 1), new Engagement(0, 0)};

            assertThat(RotationPolicy.adaptive(early, TEN_PERCENT, new SplittableRandom(1)))
                    .isBetween(0, 1);
        }
    }

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
        SplittableRandom random = new SplittableRandom(5);
        long[] served = new long[3];
        for (int i = 0; i < 40_000; i++) {
            served[RotationPolicy.weighted(new int[] {1, 2, 5}, random)]++;
        }

        assertThat(served[0]).isBetween(4_700L, 5_300L);
        assertThat(served[1]).isBetween(9_600L, 10_400L);
        assertThat(served[2]).isBetween(24_500L, 25_500L);
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
