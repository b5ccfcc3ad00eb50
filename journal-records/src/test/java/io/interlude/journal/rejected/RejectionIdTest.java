package io.interlude.journal.rejected;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RejectionIdTest {
    @ParameterizedTest
    @CsvSource({"0,0", "0,1", "11,1234567", "4095,281474976710655"})
    void comesBackFromItsText(int partition, long offset) {
        RejectionId id = new RejectionId(partition, offset);

        assertThat(RejectionId.parse(id.toString())).contains(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "r",
                "0",
                "x0",
                "R0",
                "r-1",
                "r00",
                "r01",
                "rzzzzzzzzzzzz",
                "r1 ",
                "r1/2"
            })
    void otherTextsAreNoIds(String text) {
        assertThat(RejectionId.parse(text)).isEmpty();
    }

    @Test
    void placesOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new RejectionId(4_096, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RejectionId(0, 1L << 48))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
