package io.interlude.aggregate.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.boot.TaskProgress.Seen;
import java.util.Map;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.Test;

class TaskProgressTest {
    private static final TaskId TASK = new TaskId(0, 3);
    private static final long STANDSTILL = TaskProgress.STANDSTILL.toNanos();

    private final TaskProgress progress = new TaskProgress();

    @Test
    void aTaskWithMoreToReadThatCommitsNothingStandsStill() {
        assertThat(standing(7, 5, 0, 0)).isZero();
        assertThat(standing(7, 6, 0, STANDSTILL - 1)).isZero();
        assertThat(standing(7, 9, 0, STANDSTILL)).isOne();
        assertThat(standing(8, 8, 0, STANDSTILL + 1)).isZero();
    }

    @Test
    void aTaskThatReadEverythingDoesNot() {
        assertThat(standing(7, 0, 0, 0)).isZero();
        assertThat(standing(7, 0, 0, 5 * STANDSTILL)).isZero();
        assertThat(standing(7, 1, 0, 6 * STANDSTILL)).isZero();
        assertThat(standing(7, 1, 0, 7 * STANDSTILL)).isOne();
    }

    @Test
    void restoringIsProgress() {
        assertThat(standing(7, 5, 10, 0)).isZero();
        assertThat(standing(7, 5, 20, STANDSTILL)).isZero();
        assertThat(standing(7, 5, 20, 2 * STANDSTILL)).isOne();
    }

    @Test
    void whileTheBrokersAreAwayNothingStandsStill() {
        assertThat(standing(7, 5, 0, 0)).isZero();
        progress.forget();
        assertThat(standing(7, 5, 0, 2 * STANDSTILL)).isZero();
        assertThat(standing(7, 5, 0, 3 * STANDSTILL)).isOne();
    }

    @Test
    void aTaskThatWentElsewhereIsForgotten() {
        assertThat(standing(7, 5, 0, 0)).isZero();
        assertThat(progress.standing(Map.of(), 0, 1)).isZero();
        assertThat(standing(7, 5, 0, STANDSTILL)).isZero();
    }

    private int standing(long committed, long lag, double restored, long nowNanos) {
        return progress.standing(Map.of(TASK, new Seen(committed, lag)), restored, nowNanos);
    }
}
