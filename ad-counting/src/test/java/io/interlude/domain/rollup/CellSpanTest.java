package io.interlude.domain.rollup;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CellSpanTest {
    @ParameterizedTest
    @EnumSource
    void theEarliestTimeHasStartsThatALongCanTell(CellSpan span) {
        CellSpan.requireStarts(CellSpan.EARLIEST);
        ZoneId.getAvailableZoneIds()
                .forEach(zone ->
                        assertThatCode(() ->
                                        span.startOf(CellSpan.EARLIEST, ZoneId.of(zone))
                                                .toEpochMilli())
                                .as(zone)
                                .doesNotThrowAnyException());
        assertThatCode(() -> span.startOf(CellSpan.EARLIEST, ZoneOffset.MIN).toEpochMilli())
                .doesNotThrowAnyException();
    }

    @Test
    void aTimeBeforeIsRefused() {
        assertThatThrownBy(() -> CellSpan.requireStarts(CellSpan.EARLIEST.minusMillis(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("before all cells");
    }
}
