package io.interlude.aggregate.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.MockProcessorContext.CapturedPunctuator;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final MockProcessorContext<Void, Void> context = new MockProcessorContext<>();
    private final List<Long> called = new ArrayList<>();
    private boolean waiting = true;
    private final Turns turns = new Turns(context, INTERVAL, called::add, () -> waiting);

    @Test
    void comeWhileSomethingWaits() {
        turns.begin();
        turns.begin();

        assertThat(context.scheduledPunctuators())
                .singleElement()
                .satisfies(turn -> assertThat(turn.getInterval()).isEqualTo(INTERVAL));
        call(0, 1_000);
        call(0, 2_000);

        assertThat(called).containsExactly(1_000L, 2_000L);
        assertThat(turn(0).cancelled()).isFalse();
    }

    @Test
    void endWhenNothingWaitsAndBeginAgain() {
        turns.begin();
        waiting = false;
        call(0, 1_000);
        assertThat(turn(0).cancelled()).isTrue();

        waiting = true;
        turns.begin();
        call(1, 2_000);

        assertThat(called).containsExactly(1_000L, 2_000L);
        assertThat(turn(1).cancelled()).isFalse();
    }

    private CapturedPunctuator turn(int number) {
        return context.scheduledPunctuators().get(number);
    }

    private void call(int number, long millis) {
        turn(number).getPunctuator().punctuate(millis);
    }
}
