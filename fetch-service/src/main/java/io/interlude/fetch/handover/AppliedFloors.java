package io.interlude.fetch.handover;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.OptionalLong;

/// The offset at which a partition's end begins: the one that the aggregator had committed a while
/// ago, which the answers in use have applied. Not safe for use by many threads.
final class AppliedFloors {
    /// An answer, of a standby too, is hardly ever older. One that is older is not used.
    static final Duration OLDEST_ANSWER = Duration.ofSeconds(8);

    private final Deque<Committed> newestLast = new ArrayDeque<>();

    /// Takes the committed offsets.
    ///
    /// @param askedAt before it was asked for
    void committed(Instant askedAt, Map<Integer, Long> partitionToOffset) {
        newestLast.addLast(new Committed(askedAt, Map.copyOf(partitionToOffset)));
    }

    /// The offset; empty while nothing is known of that long ago. A partition of which nothing was
    /// committed begins at 0.
    OptionalLong of(int partition, Instant now) {
        Instant latest = now.minus(OLDEST_ANSWER);
        Committed found = null;
        while (!newestLast.isEmpty() && !newestLast.getFirst().at().isAfter(latest)) {
            found = newestLast.removeFirst();
        }
        if (found == null) {
            return OptionalLong.empty();
        }
        newestLast.addFirst(found);
        return OptionalLong.of(found.partitionToOffset().getOrDefault(partition, 0L));
    }

    private record Committed(Instant at, Map<Integer, Long> partitionToOffset) {}
}
