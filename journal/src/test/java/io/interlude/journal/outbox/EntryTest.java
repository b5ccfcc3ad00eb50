package io.interlude.journal.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.journal.append.AppendPriority;
import io.interlude.journal.append.SerializedRecord;
import io.interlude.journal.outbox.Entry.Standing;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntryTest {
    private static Entry after(String steps) {
        Entry entry =
                new Entry(
                        new SerializedRecord("ads.clicks", 2, null, new byte[0], Instant.EPOCH),
                        "acme",
                        AppendPriority.USUAL,
                        0);
        for (String step : steps.split(" ", -1)) {
            entry.become(Standing.valueOf(step));
        }
        return entry;
    }

    @ParameterizedTest
    @CsvSource({
        "SENDING SENT OVER",
        "SENDING HELD SENDING OVER",
        "SENDING SENT HELD OVER",
        "SENDING SENT INDETERMINATE HELD SENDING SENT OVER"
    })
    void goesTheWaysOfAnAppend(String steps) {
        assertThat(after(steps).is(Standing.OVER)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "OVER, HELD",
        "OVER, SENDING",
        "OVER, OVER",
        "SENDING, SENDING",
        "SENDING, INDETERMINATE",
        "SENDING SENT, SENDING",
        "SENDING SENT INDETERMINATE, SENDING",
        "SENDING SENT INDETERMINATE, SENT"
    })
    void takesNoOtherStep(String steps, Standing next) {
        Entry entry = after(steps);
        assertThatThrownBy(() -> entry.become(next))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(next.name());
    }
}
