package io.interlude.report.live;

import io.interlude.report.rollup.CounterSums;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A window of one minute that slides over minute cells. Used by one thread at a time.
///
/// The window is the cell of this minute, plus the cell of the minute before, less what that cell
/// already held 60 seconds ago. The last part is known once the window has been watched for so
/// long; until then the minute before counts as a whole, and `from` says so. So it does where an
/// org has so many sums that a minute of readings cannot be remembered. Every frame is therefore an
/// exact count of the cells from its `from` on, never an estimate.
final class LiveWindow {
    static final Duration LENGTH = Duration.ofMinutes(1);

    private final Deque<Seen> history = new ArrayDeque<>();
    private @Nullable Seen last;

    /// Sums in the history.
    private int remembered;

    /// Start of the cells to read for a frame at `now`.
    static Instant firstCell(Instant now) {
        return minuteOf(now).minus(LENGTH);
    }

    /// End of the cells to read for a frame at `now`, exclusive.
    static Instant endOfCells(Instant now) {
        return minuteOf(now).plus(LENGTH);
    }

    /// The frame at `now`, which never goes back.
    ///
    /// @param cells the minute cells from [#firstCell] to [#endOfCells]
    LiveFrame advance(Instant now, LiveCells cells) {
        Instant minute = minuteOf(now);
        Map<LiveKey, CounterSums> current = cells.current();
        Map<LiveKey, CounterSums> previous = cells.previous();
        Seen seen = new Seen(now, minute, current, total(current), total(previous));
        Optional<Seen> base = lastSeenBefore(now.minus(LENGTH), minute.minus(LENGTH));

        Map<LiveKey, CounterSums> counters = new HashMap<>(current);
        previous.forEach((key, sums) -> counters.merge(key, sums, CounterSums::plus));
        base.ifPresent(old ->
                old.current()
                        .forEach((key, sums) ->
                                counters.merge(key, sums, (all, out) -> all.minus(out))));
        counters.values().removeIf(CounterSums.NONE::equals);

        Instant from = base.map(Seen::at).orElse(minute.minus(LENGTH));
        LiveFrame frame = new LiveFrame(from, now, counters, elapsedMillis(now), gained(seen), 0);
        remember(seen);
        return frame;
    }

    /// The frame at `now` while partitions are missing: the cells of both minutes as wholes, since
    /// those of an earlier frame cannot be taken from fewer. It is forgotten, so that the next
    /// whole frame tells the gain since the last whole one.
    static LiveFrame partial(Instant now, LiveCells cells, int missingPartitions) {
        Map<LiveKey, CounterSums> counters = new HashMap<>(cells.current());
        cells.previous().forEach((key, sums) -> counters.merge(key, sums, CounterSums::plus));
        return new LiveFrame(firstCell(now), now, counters, 0, CounterSums.NONE, missingPartitions);
    }

    /// The last reading of the minute before by the time the window starts.
    private Optional<Seen> lastSeenBefore(Instant start, Instant minute) {
        return history.stream()
                .filter(seen -> seen.minute().equals(minute) && !seen.at().isAfter(start))
                .reduce((_, later) -> later);
    }

    private long elapsedMillis(Instant now) {
        return last == null ? 0 : Duration.between(last.at(), now).toMillis();
    }

    private CounterSums gained(Seen seen) {
        if (last == null) {
            return CounterSums.NONE;
        }
        CounterSums all = seen.total().plus(seen.totalBefore());
        if (last.minute().equals(seen.minute())) {
            return all.minus(last.total()).minus(last.totalBefore());
        }
        boolean followsOn = last.minute().equals(seen.minute().minus(LENGTH));
        return followsOn ? all.minus(last.total()) : all;
    }

    private void remember(Seen seen) {
        last = seen;
        history.addLast(seen);
        remembered += seen.current().size();
        while (remembered > LiveCells.SUMS_MAX
                || history.getFirst().minute().isBefore(seen.minute().minus(LENGTH))) {
            remembered -= history.removeFirst().current().size();
        }
    }

    private static CounterSums total(Map<LiveKey, CounterSums> sums) {
        return sums.values().stream().reduce(CounterSums.NONE, CounterSums::plus);
    }

    /// The minute that the time is in.
    static Instant minuteOf(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MINUTES);
    }

    /// The sums of one reading.
    private record Seen(
            Instant at,
            Instant minute,
            Map<LiveKey, CounterSums> current,
            CounterSums total,
            CounterSums totalBefore) {}
}
