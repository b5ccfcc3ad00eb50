package io.interlude.benchmark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.benchmark.faults.Sent.ClientOutcome;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ErrorSecondsTest {
    private final ErrorSeconds seconds = new ErrorSeconds();

    private void second(int number, int promised, int failed) {
        for (int i = 0; i < promised + failed; i++) {
            seconds.add(
                    TimeUnit.SECONDS.toNanos(number) + i,
                    i < promised ? ClientOutcome.ACCEPTED : ClientOutcome.UNANSWERED);
        }
    }

    @Test
    void tellsTheShareAndTheLongestStretchOfBadSeconds() {
        second(0, 100, 0);
        second(1, 99, 3);
        second(2, 90, 10);
        second(3, 100, 1);
        second(5, 100, 2);

        assertThat(seconds.requests()).isEqualTo(505);
        assertThat(seconds.errors()).isEqualTo(16);
        assertThat(seconds.longestBadStretch()).isEqualTo(2);
        assertThat(seconds.lastBad()).isEqualTo(5);
    }

    @Test
    void anHonestNothingIsNoError() {
        seconds.add(0, ClientOutcome.NOTHING);
        seconds.add(0, ClientOutcome.UNPROMISED);

        assertThat(seconds.share()).isZero();
        assertThat(seconds.lastBad()).isEqualTo(-1);
        seconds.add(0, ClientOutcome.REFUSED);
        seconds.add(0, ClientOutcome.NOT_SENT);
        assertThat(seconds.share()).isEqualTo(0.5);
    }
}
