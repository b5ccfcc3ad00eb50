package io.interlude.aggregate.topology;

import io.interlude.journal.record.AttributionWindow;
import java.time.Duration;

/// Times of the fold.
///
/// @param parkedTimeout how long an event waits for its fetch before it is rejected
/// @param window how long after its fetch an event counts
/// @param flushInterval how long partial sums are collected at least; they are sent on with the
///   first commit after it, and what line items spent with each
public record FoldConfig(Duration parkedTimeout, AttributionWindow window, Duration flushInterval) {
    public FoldConfig {
        requirePositive(parkedTimeout, "parkedTimeout");
        requirePositive(flushInterval, "flushInterval");
    }

    private static void requirePositive(Duration duration, String name) {
        if (!duration.isPositive()) {
            throw new IllegalArgumentException(name + " is not positive: " + duration);
        }
    }
}
