package io.interlude.report.rollup;

import io.interlude.domain.reach.ReachSketch;
import io.interlude.domain.reach.ReachUnion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/// Reach of each group of a report. Used by one thread at a time.
///
/// A union that is being merged takes a quarter of a megabyte, so only some are open at a time; the
/// others are packed to what a cell's sketch takes.
///
/// @param <G> group
final class ReportReach<G> {
    /// Of all groups together.
    static final long BYTES_MAX = 128L << 20;

    private static final int OPEN_MAX = 64;
    private static final long TOLD_AT_ONCE = 1L << 20;

    private final Map<G, ReachUnion> groupToUnion = new HashMap<>();
    private final List<ReachUnion> open = new ArrayList<>();
    private final long bytesMax;
    private final LongConsumer memory;
    private long bytes;
    private long told;

    /// @param memory told of bytes before more are filled
    ReportReach(long bytesMax, LongConsumer memory) {
        this.bytesMax = bytesMax;
        this.memory = memory;
    }

    /// Adds whom a cell of the group reached.
    ///
    /// @throws TooLargeException when the groups take more memory than one report may
    void add(G group, ReachSketch sketch) {
        ReachUnion union = groupToUnion.computeIfAbsent(group, _ -> new ReachUnion());
        boolean wasOpen = union.isOpen();
        bytes -= union.bytes();
        union.add(sketch);
        bytes += union.bytes();
        if (union.isOpen() && !wasOpen) {
            pack();
            open.add(union);
        }
        if (bytes > bytesMax) {
            throw new TooLargeException();
        }
        if (bytes > told) {
            memory.accept(TOLD_AT_ONCE);
            told += TOLD_AT_ONCE;
        }
    }

    /// How many subscribers the group reached; 0 for a group of which nothing was added.
    long of(G group) {
        ReachUnion union = groupToUnion.get(group);
        return union == null ? 0 : union.estimate();
    }

    private void pack() {
        if (open.size() == OPEN_MAX) {
            open.forEach(ReachUnion::pack);
            open.clear();
        }
    }

    /// The reach of the report takes more memory than one report may.
    static final class TooLargeException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLargeException() {
            super("too much reach", null, false, false);
        }
    }
}
