package io.interlude.report.attribute;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.report.attribute.GivingWay.Scheduled;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class GivingWayTest {
    private static final long MILLI = 1_000_000;

    @Test
    void restsTwiceAsLongAsItWaitedWhereThatIsMoreThanItRan() {
        // given
        Queue<Scheduled> scheduled =
                new ArrayDeque<>(
                        List.of(
                                new Scheduled(300 * MILLI, 100 * MILLI),
                                new Scheduled(400 * MILLI, 250 * MILLI),
                                new Scheduled(500 * MILLI, 350 * MILLI),
                                new Scheduled(600 * MILLI, 5_000 * MILLI)));

        // when
        GivingWay way = new GivingWay(scheduled::remove);

        // then
        assertThat(way.rest()).isZero();
        assertThat(way.rest()).isEqualTo(Duration.ofMillis(300));
        assertThat(way.rest()).isZero();
        assertThat(way.rest()).as("at most").isEqualTo(Duration.ofSeconds(1));
    }
}
