package io.interlude.domain.rollup;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.money.MoneySum;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A number for each [CellMetric]. Sums of them are again such numbers, so partial sums merge in
/// any order. An amount may be negative: that is how a count moves to another cell.
///
/// Sums are exact: what a long cannot hold is counted in [#overflows], as in
/// [io.interlude.domain.money.MoneySum].
public final class CellCounters {
    private static final CellMetric[] METRICS = CellMetric.values();

    public static final CellCounters NONE =
            new CellCounters(new long[METRICS.length], null, Map.of());

    /// By [#index].
    private final long[] amounts;

    /// By [#index]; null where all are 0, which is nearly everywhere.
    private final long @Nullable [] overflows;

    /// No-fills by what stopped them, without zeros; empty nearly everywhere.
    private final Map<String, Long> noFillsBy;

    private CellCounters(long[] amounts, long @Nullable [] overflows, Map<String, Long> noFillsBy) {
        this.amounts = amounts;
        this.noFillsBy = noFillsBy;
        this.overflows =
                overflows == null || Arrays.stream(overflows).allMatch(each -> each == 0)
                        ? null
                        : overflows;
    }

    /// The amount for the one metric, 0 for the others.
    public static CellCounters of(CellMetric metric, long amount) {
        return NONE.plus(metric, amount);
    }

    /// For each metric the amount that the function gives.
    public static CellCounters of(ToLongFunction<CellMetric> metricToAmount) {
        return new CellCounters(each(metricToAmount), null, Map.of());
    }

    /// The same amounts with these overflows.
    public CellCounters withOverflows(ToLongFunction<CellMetric> metricToOverflows) {
        return new CellCounters(amounts, each(metricToOverflows), noFillsBy);
    }

    /// The same amounts with these no-fills by what stopped them, whatever the amount of
    /// [CellMetric#NO_FILLS].
    public CellCounters withNoFillsBy(Map<String, Long> counts) {
        return new CellCounters(amounts, overflows, sum(Map.of(), counts));
    }

    private static long[] each(ToLongFunction<CellMetric> metricToNumber) {
        long[] numbers = new long[METRICS.length];
        for (CellMetric metric : METRICS) {
            numbers[index(metric)] = metricToNumber.applyAsLong(metric);
        }
        return numbers;
    }

    /// The amount, less [#overflows] times 2^64.
    public long get(CellMetric metric) {
        return amounts[index(metric)];
    }

    /// How often the sum passed the end of a long: 0 but for absurd amounts of money.
    public long overflows(CellMetric metric) {
        return overflows == null ? 0 : overflows[index(metric)];
    }

    /// No-fills by what stopped them, in the order of its names: none of them is zero.
    public Map<String, Long> noFillsBy() {
        return noFillsBy;
    }

    public CellCounters plus(CellMetric metric, long amount) {
        int index = index(requireNonNull(metric, "metric is null"));
        long[] sums = amounts.clone();
        sums[index] += amount;
        int overflow = MoneySum.overflow(amounts[index], amount);
        if (overflow == 0) {
            return new CellCounters(sums, overflows, noFillsBy);
        }
        return new CellCounters(sums, sum(overflows, only(index, overflow)), noFillsBy);
    }

    public CellCounters plus(CellCounters other) {
        long[] sums = amounts.clone();
        long @Nullable [] overflown = sum(overflows, other.overflows);
        for (int i = 0; i < sums.length; i++) {
            sums[i] += other.amounts[i];
            int overflow = MoneySum.overflow(amounts[i], other.amounts[i]);
            if (overflow != 0) {
                overflown = sum(overflown, only(i, overflow));
            }
        }
        return new CellCounters(sums, overflown, sum(noFillsBy, other.noFillsBy));
    }

    private static Map<String, Long> sum(Map<String, Long> left, Map<String, Long> right) {
        if (right.isEmpty()) {
            return left;
        }
        Map<String, Long> sums = new TreeMap<>(left);
        right.forEach((cause, count) -> sums.merge(cause, count, Long::sum));
        sums.values().removeIf(count -> count == 0);
        return Collections.unmodifiableMap(sums);
    }

    private static long[] only(int index, long overflow) {
        long[] overflows = new long[METRICS.length];
        overflows[index] = overflow;
        return overflows;
    }

    private static long @Nullable [] sum(long @Nullable [] left, long @Nullable [] right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        long[] sums = left.clone();
        for (int i = 0; i < sums.length; i++) {
            sums[i] += right[i];
        }
        return sums;
    }

    /// The same amounts with the other sign.
    public CellCounters negated() {
        Map<String, Long> negatedBy = new TreeMap<>(noFillsBy);
        negatedBy.replaceAll((_, count) -> -count);
        return of(metric -> -get(metric))
                .withOverflows(
                        metric -> (get(metric) == Long.MIN_VALUE ? 1 : 0) - overflows(metric))
                .withNoFillsBy(negatedBy);
    }

    /// Only within this object: nobody keeps the number.
    @SuppressWarnings("EnumOrdinal")
    private static int index(CellMetric metric) {
        return metric.ordinal();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CellCounters counters
                && Arrays.equals(amounts, counters.amounts)
                && Arrays.equals(overflows, counters.overflows)
                && noFillsBy.equals(counters.noFillsBy);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(amounts) + Arrays.hashCode(overflows))
                + noFillsBy.hashCode();
    }

    /// Those that are not zero.
    @Override
    public String toString() {
        return Stream.concat(
                        Arrays.stream(METRICS)
                                .filter(metric -> get(metric) != 0)
                                .map(metric -> metric + "=" + get(metric)),
                        noFillsBy.entrySet().stream().map(Map.Entry::toString))
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
