package io.interlude.domain.rotation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PosteriorTest {
    /// The distributions of these have closed forms: x, x², 1 - (1-x)², x²(3-2x).
    @ParameterizedTest
    @CsvSource({
        "1, 1, 0.05, 0.05",
        "2, 1, 0.25, 0.5",
        "1, 2, 0.75, 0.5",
        "2, 2, 0.5, 0.5",
        "2, 2, 0.104, 0.2"
    })
    void knowsItsQuantiles(double alpha, double beta, double share, double quantile) {
        assertThat(new Posterior(alpha, beta).quantile(share)).isCloseTo(quantile, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"3, 57", "900, 100000", "3, 6000000"})
    void agreesWithTheDrawsOfTheRotation(double alpha, double beta) {
        SplittableRandom random = new SplittableRandom(1);
        double[] draws = new double[40_000];
        Arrays.setAll(draws, _ -> BetaDistribution.draw(alpha, beta, random));
        Arrays.sort(draws);
        Posterior posterior = new Posterior(alpha, beta);
        assertThat(posterior.quantile(0.05) / draws[2_000]).isCloseTo(1, within(0.05));
        assertThat(posterior.quantile(0.95) / draws[38_000]).isCloseTo(1, within(0.05));
        assertThat(posterior.mean()).isEqualTo(alpha / (alpha + beta));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void tracedChoiceIsTheChoice(long seed) {
        ARotation rotation =
                new ARotation(
                        new double[] {0.1, 0.05, 0.02}, 1_000, 10, new SplittableRandom(seed));
        for (int i = 0; i < 300; i++) {
            rotation.serve(1);
            rotation.mayServe[i % 3] = i % 5 != 0;
            RotationStamp stamp = RotationStamp.next(rotation.creatives);
            AdaptiveTrace trace =
                    RotationPolicy.traceAdaptive(
                            rotation.creatives,
                            rotation.mayServe,
                            stamp,
                            1_000,
                            new SplittableRandom(i));
            int chosen =
                    RotationPolicy.adaptive(
                            rotation.creatives,
                            rotation.mayServe,
                            stamp,
                            1_000,
                            new SplittableRandom(i));
            assertThat(trace.chosen()).as("seed %d, fetch %d", seed, i).isEqualTo(chosen);
            Arrays.fill(rotation.mayServe, true);
        }
    }

    /// What is known stands still, as the outlook takes it to.
    @ParameterizedTest
    @ValueSource(ints = {0, 1_000, 3_000})
    void outlookIsWhatTheRotationThenServes(int shareBps) {
        ARotation rotation =
                new ARotation(
                        new double[] {0.1, 0.08, 0.01, 0.01}, shareBps, 0, new SplittableRandom(7));
        rotation.serve(3_000);
        RotationOutlook outlook =
                RotationOutlook.of(
                        new Rotation(RotationMode.ADAPTIVE, shareBps),
                        rotation.creatives,
                        new int[] {1, 1, 1, 1});

        Engagement[] known = rotation.creatives.clone();
        long[] served = new long[known.length];
        SplittableRandom random = new SplittableRandom(3);
        int fetches = 20_000;
        long sequence = outlook.stamp().sequence();
        for (int i = 0; i < fetches; i++) {
            int chosen =
                    AdaptiveRotationProbe.choose(
                            known,
                            new RotationStamp(outlook.stamp().epoch(), sequence),
                            outlook,
                            shareBps,
                            random);
            Engagement before = known[chosen];
            known[chosen] =
                    new Engagement(
                            before.fetches(), sequence, before.lastEngaged(), before.epochs());
            served[chosen]++;
            sequence++;
        }
        for (int i = 0; i < known.length; i++) {
            assertThat((double) served[i] / fetches)
                    .as("creative %d", i)
                    .isCloseTo(outlook.creatives().get(i).share(), within(0.02));
        }
        assertThat(outlook.floor()).isEqualTo(shareBps / 40_000.0);
    }

    /// Twenty thousand draws of each would take minutes.
    @Test
    @Timeout(30)
    void manyCreativesAreDrawnFewerTimes() {
        Engagement[] many = new Engagement[20_000];
        Arrays.fill(many, Engagement.NONE);

        RotationOutlook outlook =
                RotationOutlook.of(
                        new Rotation(RotationMode.ADAPTIVE, 1_000), many, new int[many.length]);

        assertThat(
                        outlook.creatives().stream()
                                .mapToDouble(RotationOutlook.CreativeOutlook::share)
                                .sum())
                .isCloseTo(1, within(1e-6));
    }

    @Test
    void oneCreativeHasEverythingAndNoneNothing() {
        Rotation adaptive = new Rotation(RotationMode.ADAPTIVE, 1_000);
        assertThat(
                        RotationOutlook.of(
                                        adaptive, new Engagement[] {Engagement.NONE}, new int[] {1})
                                .creatives())
                .extracting(RotationOutlook.CreativeOutlook::share)
                .containsExactly(1.0);
        assertThat(RotationOutlook.of(adaptive, new Engagement[0], new int[0]).creatives())
                .isEmpty();
    }

    @Test
    void otherModesHaveSharesAndNoPosterior() {
        Engagement[] two = {Engagement.NONE, Engagement.NONE};
        assertThat(
                        RotationOutlook.of(
                                        new Rotation(RotationMode.WEIGHTED, 0),
                                        two,
                                        new int[] {3, 1})
                                .creatives())
                .extracting(RotationOutlook.CreativeOutlook::share)
                .containsExactly(0.75, 0.25);
        assertThat(
                        RotationOutlook.of(
                                        new Rotation(RotationMode.SEQUENTIAL, 0),
                                        two,
                                        new int[] {3, 1})
                                .creatives())
                .allSatisfy(one -> {
                    assertThat(one.share()).isEqualTo(0.5);
                    assertThat(one.posterior()).isNull();
                });
    }

    /// The guarantee as it is, with draws from posteriors that stand still.
    private static final class AdaptiveRotationProbe {
        static int choose(
                Engagement[] creatives,
                RotationStamp stamp,
                RotationOutlook outlook,
                int shareBps,
                SplittableRandom random) {
            boolean[] all = new boolean[creatives.length];
            Arrays.fill(all, true);
            int due = ExplorationGuarantee.due(creatives, all, stamp.sequence(), shareBps, random);
            if (due >= 0) {
                return due;
            }
            int best = 0;
            double highest = -1;
            for (int i = 0; i < creatives.length; i++) {
                Posterior posterior = requireNonNull(outlook.creatives().get(i).posterior());
                double draw = BetaDistribution.draw(posterior.alpha(), posterior.beta(), random);
                if (draw > highest) {
                    highest = draw;
                    best = i;
                }
            }
            return best;
        }
    }
}
