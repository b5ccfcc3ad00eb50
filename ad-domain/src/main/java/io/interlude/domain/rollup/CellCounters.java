package io.interlude.domain.rollup;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/// A number for each [CellMetric]. Sums of them are again such numbers, so partial sums merge in
/// any order. An amount may be negative: that is how a count moves to another cell.
///
/// Sums saturate at the ends of a long. Only money that no one has can reach them, and an exception
/// there would stop a partition.
public final class CellCounters {
    private static final CellMetric[] METRICS = CellMetric.values();

    public static final CellCounters NONE = new CellCounters(new long[METRICS.length]);

    /// By [#index].
    private final long[] amounts;

    private CellCounters(long[] amounts) {
        this.amounts = amounts;
    }

    /// The amount for the one metric, 0 for the others.
    public static CellCounters of(CellMetric metric, long amount) {
        return NONE.plus(metric, amount);
    }

    /// For each metric the amount that the function gives.
    public static CellCounters of(ToLongFunction<CellMetric> metricToAmount) {
        long[] amounts = new long[METRICS.length];
        for (CellMetric metric : METRICS) {
            amounts[index(metric)] = metricToAmount.applyAsLong(metric);
        }
        return new CellCounters(amounts);
    }

    public long get(CellMetric metric) {
        return amounts[index(metric)];
    }

    public CellCounters plus(CellMetric metric, long amount) {
        int index = index(requireNonNull(metric, "metric is null"));
        long[] sums = amounts.clone();
        sums[index] = saturatedSum(sums[index], amount);
        return new CellCounters(sums);
    }

    public CellCounters plus(CellCounters other) {
        long[] sums = amounts.clone();
        for (int i = 0; i < sums.length; i++) {
            sums[i] = saturatedSum(sums[i], other.amounts[i]);
        }
        return new CellCounters(sums);
    }

    /// The same amounts with the other sign.
    public CellCounters negated() {
        return of(metric -> -get(metric));
    }

    /// Only within this object: nobody keeps the number.
    @SuppressWarnings("EnumOrdinal")
    private static int index(CellMetric metric) {
        return metric.ordinal();
    }

    private static long saturatedSum(long left, long right) {
        long sum = left + right;
        boolean overflown = ((left ^ sum) & (right ^ sum)) < 0;
        return overflown ? (left < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CellCounters counters && Arrays.equals(amounts, counters.amounts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(amounts);
    }

    /// Those that are not zero.
    @Override
    public String toString() {
        return Arrays.stream(METRICS)
                .filter(metric -> get(metric) != 0)
                .map(metric -> metric + "=" + get(metric))
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
