package io.interlude.benchmark.rotation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RotationBenchmarkTest {
    @Test
    void losesNoMoreThanItsLimits() throws Exception {
        RotationOptions options = new RotationOptions(2, 20_000, 1, null);
        List<Entrant> entrants = List.of(Entrant.INTERLUDE, Entrant.THOMPSON_UNIFORM);

        assertThat(new RotationBenchmark(options).run(List.of(3), entrants)).isTrue();
    }
}
