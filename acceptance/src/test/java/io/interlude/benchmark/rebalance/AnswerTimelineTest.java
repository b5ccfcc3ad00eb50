package io.interlude.benchmark.rebalance;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.benchmark.rebalance.AnswerTimeline.Summary;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AnswerTimelineTest {
    private static final long START = -5_000_000_000L;

    private final AnswerTimeline timeline = new AnswerTimeline(START);

    private static long at(long millis) {
        return START + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void tellsWhatBecameOfTheQuestionsOfAStep() {
        timeline.answered(at(0), TimeUnit.MILLISECONDS.toNanos(5));
        timeline.answered(at(250), TimeUnit.MILLISECONDS.toNanos(201));
        timeline.refused(at(310));
        timeline.refused(at(320));
        timeline.answered(at(400), 1);
        timeline.refused(at(990));
        timeline.byStandby(at(500), 2);
        timeline.refused(at(2_000));

        assertThat(timeline.between(at(100), at(1_500))).isEqualTo(new Summary(5, 3, 0.7, 2, 1));
    }

    @Test
    void nothingIsRefusedInNoTime() {
        timeline.answered(at(0), 1);

        assertThat(timeline.between(at(0), at(10_000))).isEqualTo(new Summary(1, 0, 0, 0, 0));
        assertThat(timeline.between(at(5_000), at(10_000)).asked()).isZero();
    }
}
