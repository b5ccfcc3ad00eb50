package io.interlude.journal.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalCursorTest {
    @Test
    void comesBackFromItsText() {
        JournalCursor cursor = new JournalCursor(List.of(0L, 127L, 128L, Long.MAX_VALUE));

        assertThat(JournalCursor.parse(cursor.toString())).contains(cursor);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "!", "AA", "AYA", "Af____________8B"})
    void otherTextsAreNoCursors(String text) {
        assertThat(JournalCursor.parse(text)).isEmpty();
    }
}
