package io.interlude.domain.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.money.MoneySum;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
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

    /// Eleven pixels of nearly a billion units each, as the largest that one conversion may be.
    @Test
    void sumsBeyondALongAreExactAndCorrectionsTakeThemBack() {
        CellMetric value = CellMetric.CONVERSION_VALUE_MICROS;
        CellCounters one = CellCounters.of(value, 999_999_999_999_000_000L);
        CellCounters sum = CellCounters.NONE;
        for (int i = 0; i < 11; i++) {
            sum = sum.plus(one);
        }

        assertThat(new MoneySum(sum.get(value), sum.overflows(value)).toDecimalString())
                .isEqualTo("10999999999989.00");
        for (int i = 0; i < 11; i++) {
            sum = sum.plus(one.negated());
        }
        assertThat(sum).isEqualTo(CellCounters.NONE);
    }

    @Test
    void noFillsAddUpByWhatStoppedThem() {
        CellCounters one = CellCounters.NONE.withNoFillsBy(Map.of("rule.floor", 1L));
        CellCounters other =
                CellCounters.NONE.withNoFillsBy(Map.of("rule.floor", 2L, "rule.budget", 1L));

        assertThat(one.plus(other).noFillsBy())
                .isEqualTo(Map.of("rule.budget", 1L, "rule.floor", 3L));
        assertThat(one.plus(CellMetric.NO_FILLS, 1).noFillsBy()).isEqualTo(one.noFillsBy());
        assertThat(other.plus(other.negated())).isEqualTo(CellCounters.NONE);
        assertThat(one).isNotEqualTo(CellCounters.NONE);
    }

    @Test
    void lowestAmountCanBeNegated() {
        CellCounters lowest = CellCounters.of(CellMetric.SPEND_MICROS, Long.MIN_VALUE);

        assertThat(lowest.negated().plus(lowest)).isEqualTo(CellCounters.NONE);
        assertThat(lowest.negated().negated()).isEqualTo(lowest);
    }

    @Test
    void spansStartInUtc() {
        Instant time = Instant.parse("2026-03-01T23:30:10.5Z");

        assertThat(CellSpan.MINUTE.startOf(time, ZoneOffset.UTC)).isEqualTo("2026-03-01T23:30:00Z");
        assertThat(CellSpan.HOUR.startOf(time, ZoneOffset.UTC)).isEqualTo("2026-03-01T23:00:00Z");
        assertThat(CellSpan.DAY.startOf(time, ZoneOffset.UTC)).isEqualTo("2026-03-01T00:00:00Z");
    }
}
