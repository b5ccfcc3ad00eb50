package io.interlude.domain.explain;

import io.interlude.domain.identity.LineItemId;
import java.util.List;

/// The draw among the line items that shared the first rank.
///
/// @param equals in the order in which their weights were laid end to end
/// @param drawn the number that was drawn, from 0 to the sum of the weights, exclusive
public record DrawTrace(List<Weighted> equals, long drawn) {
    public DrawTrace {
        equals = List.copyOf(equals);
    }

    /// Sum of the weights.
    public long sum() {
        return equals.stream().mapToLong(Weighted::weight).sum();
    }

    /// One of the equals.
    ///
    /// @param from it won from this number, inclusive, to `from + weight`, exclusive
    public record Weighted(LineItemId lineItemId, int weight, long from) {}
}
