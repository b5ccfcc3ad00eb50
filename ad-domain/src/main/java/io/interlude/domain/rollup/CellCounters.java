package io.interlude.domain.rollup;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.Map;

/// A number for each [CellMetric]. Sums of them are again such numbers, so partial sums merge in
/// any order. An amount may be negative: that is how a count moves to another cell.
///
/// Sums saturate at the ends of a long. Only money that no one has can reach them, and an exception
/// there would stop a partition.
public final class CellCounters {
    public static final CellCounters NONE = new CellCounters(new EnumMap<>(CellMetric.class));

    /// Without zeros, so that equal numbers are equal maps.
    private final Map<CellMetric, Long> metricToAmount;

    private CellCounters(Map<CellMetric, Long> metricToAmount) {
        this.metricToAmount = metricToAmount;
    }

    /// The amount for the one metric, 0 for the others.
    public static CellCounters of(CellMetric metric, long amount) {
        return NONE.plus(metric, amount);
    }

    public long get(CellMetric metric) {
        return metricToAmount.getOrDefault(metric, 0L);
    }

    public CellCounters plus(CellMetric metric, long amount) {
        Map<CellMetric, Long> sums = new EnumMap<>(metricToAmount);
        add(sums, metric, amount);
        return new CellCounters(sums);
    }

    public CellCounters plus(CellCounters other) {
        Map<CellMetric, Long> sums = new EnumMap<>(metricToAmount);
        other.metricToAmount.forEach((metric, amount) -> add(sums, metric, amount));
        return new CellCounters(sums);
    }

    /// The same amounts with the other sign.
    public CellCounters negated() {
        Map<CellMetric, Long> negated = new EnumMap<>(CellMetric.class);
        metricToAmount.forEach((metric, amount) -> negated.put(metric, -amount));
        return new CellCounters(negated);
    }

    private static void add(Map<CellMetric, Long> sums, CellMetric metric, long amount) {
        requireNonNull(metric, "metric is null");
        long sum = saturatedSum(sums.getOrDefault(metric, 0L), amount);
        if (sum == 0) {
            sums.remove(metric);
        } else {
            sums.put(metric, sum);
        }
    }

    private static long saturatedSum(long left, long right) {
        long sum = left + right;
        boolean overflown = ((left ^ sum) & (right ^ sum)) < 0;
        return overflown ? (left < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CellCounters counters
                && metricToAmount.equals(counters.metricToAmount);
    }

    @Override
    public int hashCode() {
        return metricToAmount.hashCode();
    }

    @Override
    public String toString() {
        return metricToAmount.toString();
    }
}
