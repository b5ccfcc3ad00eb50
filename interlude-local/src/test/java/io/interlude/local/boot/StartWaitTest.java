package io.interlude.local.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.interlude.local.boot.StartWait.Seen;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StartWaitTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final List<String> lines = new ArrayList<>();
    private final AtomicLong nanos = new AtomicLong(7);
    private final StartWait wait = new StartWait(lines::add, nanos::get);

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void waitsForHoursWhileSomethingMovesAndTellsHowFarItIs() {
        for (int second = 0; second < 2 * 60 * 60; second++) {
            pass(SECOND);
            wait.look(new Seen(List.of("aggregator"), second * 1_000L, 5, 0));
        }

        assertThat(lines).hasSizeBetween(700, 720);
        assertThat(lines.getFirst())
                .isEqualTo(
                        "waiting for aggregator: 9,000 records of state restored, 5 events to"
                                + " count, 0 kept records to write");
    }

    @Test
    void givesUpWhatHasStoodStillAndSaysWhatIsStuck() {
        Seen stuck = new Seen(List.of("aggregator", "outbox"), 9, 0, 3);
        wait.look(stuck);
        pass(StartWait.STUCK_AFTER.minus(SECOND));
        wait.look(stuck);
        assertThat(lines).hasSize(1).first().asString().endsWith("; nothing moved for 299 s");

        pass(SECOND);

        assertThatIllegalStateException()
                .isThrownBy(() -> wait.look(stuck))
                .withMessageStartingWith(
                        "Not ready: no progress for 5 minutes while waiting for aggregator,"
                                + " outbox:");
    }

    @Test
    void readsTheMeters() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        meters.counter("interlude.aggregate.restored", "by", "owner").increment(4);
        meters.counter("interlude.aggregate.restored", "by", "standby").increment(2);
        meters.gauge("interlude.aggregate.lag", 8);
        meters.gauge("outbox.entries", Double.NaN);

        assertThat(Seen.of(List.of("a"), meters)).isEqualTo(new Seen(List.of("a"), 6, 8, 0));
    }
}
