package io.interlude.report.attribute;

import io.interlude.report.rollup.AttributeQuery;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.TreeSet;

/// The values of an attribute that have numbers of their own: of more than 10,000 the shortest, and
/// of those that are equally long the first by their bytes. So what is kept depends on the values
/// alone, in whichever order they come. Safe for use by many threads.
final class KeptValues {
    static final int MOST = 10_000;

    private static final Comparator<byte[]> ORDER =
            Comparator.<byte[]>comparingInt(value -> value.length)
                    .thenComparing(Arrays::compareUnsigned);

    private final TreeSet<byte[]> values = new TreeSet<>(ORDER);
    private final int most;

    KeptValues(int most) {
        this.most = most;
    }

    /// Notes a value. What was kept so far may no longer be.
    ///
    /// @return the value, or [AttributeQuery.Cell#OTHER] if it is not kept
    synchronized String add(String value) {
        String label = label(value);
        if (!value.isEmpty() && label.equals(value)) {
            boolean added = values.add(bytes(value));
            if (added && values.size() > most) {
                var _ = values.pollLast();
            }
        }
        return label;
    }

    /// The value, or [AttributeQuery.Cell#OTHER] if it is not kept. Requests without the attribute,
    /// which have the empty value, are always told.
    synchronized String label(String value) {
        boolean kept =
                value.isEmpty()
                        || values.size() < most
                        || ORDER.compare(bytes(value), values.last()) <= 0;
        return kept ? value : AttributeQuery.Cell.OTHER;
    }

    private static byte[] bytes(String value) {
        return value.getBytes(StandardCharsets.UTF_8);
    }
}
