package io.interlude.report.live;

import io.interlude.report.rollup.CounterSums;
import java.time.Instant;
import java.util.Map;

/// Counters of the window `[from, to)`, and what has become visible since the frame before.
///
/// @param elapsedMillis since the frame before; 0 in the first frame
/// @param sinceLast counters that became visible in that time
/// @param missingPartitions partitions of the aggregator's state that are not in it: the counters
///   may be too small
record LiveFrame(
        Instant from,
        Instant to,
        Map<LiveKey, CounterSums> counters,
        long elapsedMillis,
        CounterSums sinceLast,
        int missingPartitions) {
    LiveFrame {
        counters = Map.copyOf(counters);
    }
}
