package io.interlude.report.live;

import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.report.rollup.CounterSums;
import io.interlude.schema.RollupCell;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// The sums of this minute's cells and of those of the minute before. The cells themselves may be
/// many times as many. Used by one thread at a time.
final class LiveCells implements Consumer<RollupCell> {
    /// Sums at most, half a kilobyte each.
    static final int SUMS_MAX = 10_000;

    private final Instant minute;
    private final Map<LiveKey, CounterSums> current = new HashMap<>();
    private final Map<LiveKey, CounterSums> previous = new HashMap<>();

    /// No cells yet, of the minutes for a frame at `now`.
    LiveCells(Instant now) {
        minute = LiveWindow.minuteOf(now);
    }

    /// Adds a cell.
    ///
    /// @throws StateUnavailableException where there are too many sums for a stream
    @Override
    public void accept(RollupCell cell) {
        if (cell.getWouldServe() != 0 || cell.getStartsAt().isAfter(minute)) {
            return;
        }
        Map<LiveKey, CounterSums> sums = cell.getStartsAt().equals(minute) ? current : previous;
        sums.merge(LiveKey.of(cell), CounterSums.of(cell), CounterSums::plus);
        if (current.size() + previous.size() > SUMS_MAX) {
            throw new StateUnavailableException("too much happens in a minute for a stream");
        }
    }

    Map<LiveKey, CounterSums> current() {
        return current;
    }

    Map<LiveKey, CounterSums> previous() {
        return previous;
    }
}
