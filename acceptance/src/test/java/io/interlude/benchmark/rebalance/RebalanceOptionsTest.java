package io.interlude.benchmark.rebalance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RebalanceOptionsTest {
    @Test
    void takesAGigabyteUnlessToldOtherwise() {
        assertThat(RebalanceOptions.parse().stateBytes()).isEqualTo(1_000_000_000);
        RebalanceOptions given = RebalanceOptions.parse("--bytes", "200MB", "--reads", "50");

        assertThat(given.stateBytes()).isEqualTo(200L << 20);
        assertThat(given.readsPerSecond()).isEqualTo(50);
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> RebalanceOptions.parse("--byte", "1"))
                .hasMessage("Unknown option --byte: see benchmarks/README.md.");
        assertThatThrownBy(() -> RebalanceOptions.parse("--only", "standby,foul"))
                .hasMessageStartingWith("Scenario foul is none of [fill, none, warm");
        assertThatThrownBy(() -> RebalanceOptions.parse("--bytes"))
                .hasMessage("Option --bytes needs a value.");
    }
}
