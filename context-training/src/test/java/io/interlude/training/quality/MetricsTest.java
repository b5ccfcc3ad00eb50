package io.interlude.training.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MetricsTest {
    private static final double[] TEN = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

    @Test
    void tiesCountHalf() {
        assertThat(Metrics.auc(new double[] {1, 2}, new double[] {1, 0})).isEqualTo(0.875);
    }

    @Test
    void thresholdLetsNoMoreThanTheShareThrough() {
        assertThat(Metrics.threshold(TEN, 0.05)).isEqualTo(10);
        assertThat(Metrics.shareAbove(TEN, Metrics.threshold(TEN, 0.2))).isEqualTo(0.2);
    }

    @Test
    void rankingIsComparedWithTheBestPossible() {
        List<String> ranked = List.of("b", "a", "c", "d", "e");

        assertThat(Metrics.ndcgAt5(ranked, Set.of("a"), Set.of("b")))
                .isCloseTo((1 + 2 * 0.63093) / (2 + 0.63093), within(1e-4));
        assertThat(Metrics.ndcgAt5(ranked, Set.of("b"), Set.of("a"))).isEqualTo(1);
    }
}
