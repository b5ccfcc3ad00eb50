package io.interlude.domain.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class CellCountersTest {
    @Test
    void amountsOfEachMetricAddUp() {
        CellCounters sum =
                CellCounters.of(CellMetric.CLICKS, 2)
                        .plus(CellCounters.of(CellMetric.CLICKS, 3).plus(CellMetric.SENDS, 1));

        assertThat(sum.get(CellMetric.CLICKS)).isEqualTo(5);
        assertThat(sum.get(CellMetric.SENDS)).isEqualTo(1);
        assertThat(sum.get(CellMetric.READS)).isZero();
    }

    @Test
    void amountsThatCancelLeaveNothing() {
        assertThat(
                        CellCounters.of(CellMetric.ENGAGEMENTS, 1)
                                .plus(CellCounters.of(CellMetric.ENGAGEMENTS, -1)))
                .isEqualTo(CellCounters.NONE);
    }

    @Test
    void sumsSaturate() {
        CellMetric value = CellMetric.CONVERSION_VALUE_MICROS;

        assertThat(CellCounters.of(value, Long.MAX_VALUE).plus(value, 1).get(value))
                .isEqualTo(Long.MAX_VALUE);
        assertThat(CellCounters.of(value, Long.MIN_VALUE).plus(value, -1).get(value))
                .isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void spansStartInUtc() {
        Instant time = Instant.parse("2026-03-01T23:30:10.5Z");

        assertThat(CellSpan.MINUTE.startOf(time, ZoneOffset.UTC)).isEqualTo("2026-03-01T23:30:00Z");
        assertThat(CellSpan.HOUR.startOf(time, ZoneOffset.UTC)).isEqualTo("2026-03-01T23:00:00Z");
        assertThat(CellSpan.DAY.startOf(time, ZoneOffset.UTC)).isEqualTo("2026-03-01T00:00:00Z");
    }
}
