package io.interlude.report.rollup;

import io.interlude.domain.reach.ReachSketch;
import io.interlude.domain.reach.ReachUnion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

    private final Map<G, ReachUnion> groupToUnion = new HashMap<>();
    private final List<ReachUnion> open = new ArrayList<>();
    private final long bytesMax;
    private long bytes;

    ReportReach(long bytesMax) {
        this.bytesMax = bytesMax;
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
