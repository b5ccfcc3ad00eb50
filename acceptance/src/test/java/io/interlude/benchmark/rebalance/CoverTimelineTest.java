package io.interlude.benchmark.rebalance;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.benchmark.rebalance.CoverTimeline.Look;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CoverTimelineTest {
    private final CoverTimeline timeline = new CoverTimeline(0);

    private void look(int second, boolean owners, boolean standbys, double restoredMb) {
        timeline.add(
                new Look(TimeUnit.SECONDS.toNanos(second), owners, standbys, restoredMb * 1e6));
    }

    @Test
    void tellsWhenEverythingWasThereForGood() {
        look(1, true, true, 0);
        look(2, false, true, 0);
        look(3, true, false, 0);
        look(4, false, false, 0);
        look(5, true, false, 0);
        look(6, true, false, 0);

        assertThat(timeline.ownersSeconds()).isEqualTo(5);
        assertThat(timeline.standbysSeconds()).isNaN();
    }

    @Test
    void whatAlwaysWasThereTookNoTime() {
        look(1, true, false, 0);
        look(2, true, true, 0);

        assertThat(timeline.ownersSeconds()).isZero();
        assertThat(timeline.standbysSeconds()).isEqualTo(2);
    }

    @Test
    void holdsWhenEveryLookOfTheTimeSaysSo() {
        look(1, false, true, 0);
        look(2, true, true, 0);
        look(4, true, true, 0);

        assertThat(timeline.heldFor(Duration.ofSeconds(2), Look::owners)).isTrue();
        assertThat(timeline.heldFor(Duration.ofSeconds(3), Look::owners)).isFalse();
        assertThat(timeline.heldFor(Duration.ofSeconds(4), Look::standbys)).isFalse();
    }

    @Test
    void countsOnlyTheTimeInWhichSomethingWasRestored() {
        look(0, true, true, 0);
        look(10, true, true, 2);
        look(12, true, true, 42);
        look(14, true, true, 62);
        look(20, true, true, 63);

        assertThat(timeline.restoringSeconds()).isEqualTo(4);
        assertThat(timeline.restoredMb()).isEqualTo(63);
    }
}
