package io.interlude.domain.rotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdaptiveRotationTest {
    private static final int TEN_PERCENT = 1_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void engagingCreativeIsServedMost(long seed) {
        ARotation rotation = rotation(seed, TEN_PERCENT, 0.02, 0.10, 0.02);

        rotation.serve(5_000);

        assertThat(rotation.creatives[1].fetches()).as("seed %d", seed).isGreaterThan(3_500);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void everyCreativeGetsItsShareOfEveryStretch(long seed) {
        // given
        SplittableRandom random = new SplittableRandom(seed);
        int count = random.nextInt(2, 8);
        int shareBps = random.nextInt(200, 10_001);
        double[] chances =
                IntStream.range(0, count).mapToDouble(i -> i == 0 ? 0.9 : 0.001).toArray();
        ARotation rotation = new ARotation(chances, shareBps, 0, random);
        int period = count * 10_000 / shareBps;
        rotation.serve(3 * period);

        // when
        int[] sinceServed = new int[count];
        for (int i = 0; i < 5_000; i++) {
            int served = rotation.serveOne();
            for (int creative = 0; creative < count; creative++) {
                sinceServed[creative] = creative == served ? 0 : sinceServed[creative] + 1;
            }

            // then
            assertThat(Arrays.stream(sinceServed).max().orElse(0))
                    .as("seed %d, %d creatives, share %d", seed, count, shareBps)
                    .isLessThan(period);
        }
    }

    @Test
    void guaranteeStepsInOnlyWhereSamplingGivesLess() {
        // Equal creatives: sampling alone gives each far more than a 20th.
        Engagement[] equal = {did(2_000, 100, 3_998), did(2_000, 100, 3_999)};
        SplittableRandom random = new SplittableRandom(7);

        assertThat(share(0, equal, TEN_PERCENT, random)).isBetween(0.47, 0.53);
    }

    @Test
    void newcomerDoesNotSilenceTheOthers() {
        Engagement[] creatives = {did(10_000, 2_000, 9_999), Engagement.NONE};
        SplittableRandom random = new SplittableRandom(11);

        // It is expected to engage as well as the other, but nobody knows.
        assertThat(share(1, creatives, TEN_PERCENT, random)).isBetween(0.3, 0.6);
    }

    @Test
    void creativeThatWasHeldBackIsServedInNoMoreThanItsShare() {
        // Sampling would never serve the second, and it was not served for long.
        Engagement[] creatives = {did(10_000, 2_000, 12_999), did(3_000, 1, 4_000)};
        SplittableRandom random = new SplittableRandom(11);

        assertThat(share(1, creatives, TEN_PERCENT, random)).isBetween(0.09, 0.11);
    }

    @Test
    void withoutGuaranteeSamplingDecidesAlone() {
        Engagement[] creatives = {did(10_000, 2_000, 12_999), did(3_000, 1, 4_000)};

        assertThat(share(1, creatives, 0, new SplittableRandom(2))).isZero();
    }

    @Test
    void creativeWithoutRoomIsNotServedAndTheOthersKeepTheirShare() {
        // given
        ARotation rotation = rotation(3, TEN_PERCENT, 0.2, 0.001, 0.001, 0.001);
        rotation.mayServe[0] = false;
        rotation.mayServe[3] = false;

        // when
        rotation.serve(4_000);

        // then
        assertThat(rotation.creatives[0]).isEqualTo(Engagement.NONE);
        assertThat(rotation.creatives[3]).isEqualTo(Engagement.NONE);
        assertThat(rotation.creatives[1].fetches()).isGreaterThanOrEqualTo(99);
        assertThat(rotation.creatives[2].fetches()).isGreaterThanOrEqualTo(99);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void creativeWhoseRateRisesIsFound(long seed) {
        // given
        ARotation rotation = rotation(seed, TEN_PERCENT, 0.005, 0.03, 0.05);
        rotation.serve(10_000);

        // when
        rotation.changes(0, 0.15);
        rotation.serve(8_000);
        long before = rotation.creatives[0].fetches();
        rotation.serve(1_000);

        // then
        assertThat(rotation.creatives[0].fetches() - before).as("seed %d", seed).isGreaterThan(500);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void feedbackThatComesLateIsWaitedFor(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ARotation rotation = new ARotation(new double[] {0.02, 0.2}, TEN_PERCENT, 500, random);

        rotation.serve(3_000);

        assertThat(rotation.creatives[1].fetches()).as("seed %d", seed).isGreaterThan(2_000);
    }

    @Test
    void engagementAppliedBeforeItsFetchIsNoFault() {
        Engagement[] early = {Engagement.engaged(RotationStamp.START), Engagement.NONE};

        assertThat(share(0, early, TEN_PERCENT, new SplittableRandom(1))).isBetween(0.1, 0.9);
    }

    @Test
    void someCreativeMustHaveRoom() {
        Engagement[] two = {Engagement.NONE, Engagement.NONE};

        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        RotationPolicy.adaptive(
                                two,
                                new boolean[2],
                                RotationStamp.START,
                                TEN_PERCENT,
                                new SplittableRandom(1)));
    }

    private static ARotation rotation(long seed, int shareBps, double... chances) {
        return new ARotation(chances, shareBps, 0, new SplittableRandom(seed));
    }

    private static Engagement did(long fetches, long engaged, long lastServed) {
        return new Engagement(
                fetches, lastServed, lastServed, List.of(new EngagementEpoch(0, fetches, engaged)));
    }

    /// How often the creative is chosen in 10,000 decisions about the same.
    private static double share(
            int creative, Engagement[] creatives, int shareBps, SplittableRandom random) {
        boolean[] all = new boolean[creatives.length];
        Arrays.fill(all, true);
        RotationStamp stamp = RotationStamp.next(creatives);
        return IntStream.range(0, 10_000)
                        .filter(_ ->
                                RotationPolicy.adaptive(creatives, all, stamp, shareBps, random)
                                        == creative)
                        .count()
                / 10_000.0;
    }
}
