package io.interlude.benchmark.reach;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.reach.ReachSketch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReachBenchmarkTest {
    @Test
    void countsAsManyAsAreKeptExactlyWithoutError() {
        assertThat(ReachBenchmark.measure(ReachSketch.EXACT_MAX, 1).worst()).isZero();
    }

    /// The bound that `docs/audits.md` gives.
    @ParameterizedTest
    @ValueSource(ints = {ReachSketch.EXACT_MAX + 1, 20_000})
    void isWithinTwoPercentAbove(int subscribers) {
        assertThat(ReachBenchmark.measure(subscribers, 1).worst()).isLessThan(0.02);
    }
}
