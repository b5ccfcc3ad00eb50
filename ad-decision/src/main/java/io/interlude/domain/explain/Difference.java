package io.interlude.domain.explain;

import static java.util.Objects.requireNonNull;

/// A difference between a decision that was made again and its record.
///
/// @param what `outcome`, or the id of a line item whose verdict differs
public record Difference(String what, String recorded, String recomputed) {
    public Difference {
        requireNonNull(what, "what is null");
        requireNonNull(recorded, "recorded is null");
        requireNonNull(recomputed, "recomputed is null");
    }
}
