package io.interlude.report.rollup;

import java.time.Instant;
import java.util.Arrays;

/// The common key of the cells of one row: a start, and a value of each dimension of the report.
/// Compares by start and then by the values, in the order in which the dimensions were asked for.
@SuppressWarnings("ArrayRecordComponent") // Tens of thousands are compared: no list is between.
record GroupKey(Instant start, String[] values) implements Comparable<GroupKey> {
    @Override
    public int compareTo(GroupKey other) {
        int order = start.compareTo(other.start);
        for (int i = 0; order == 0 && i < values.length; i++) {
            order = values[i].compareTo(other.values[i]);
        }
        return order;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GroupKey key
                && start.equals(key.start)
                && Arrays.equals(values, key.values);
    }

    @Override
    public int hashCode() {
        return 31 * start.hashCode() + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return start + Arrays.toString(values);
    }
}
