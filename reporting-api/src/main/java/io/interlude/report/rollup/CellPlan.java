package io.interlude.report.rollup;

import io.interlude.schema.Granularity;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/// Covers a range with the longest cells that fit: days inside, hours and minutes at its ends. No
/// instant is covered twice. Long stretches are cut, so that one read stays small.
public final class CellPlan {
    private CellPlan() {}

    /// The reads that cover the range, from its start to its end.
    ///
    /// @param coarsest the longest cells that may be used
    public static List<CellSlice> cover(TimeRange range, Granularity coarsest) {
        List<CellSlice> slices = new ArrayList<>();
        cover(range.from(), range.to(), Step.of(coarsest), slices);
        return List.copyOf(slices);
    }

    private static void cover(Instant from, Instant to, Step step, List<CellSlice> slices) {
        if (!from.isBefore(to)) {
            return;
        }
        Instant first = step.ceiling(from);
        Instant last = to.truncatedTo(step.unit);
        if (!first.isBefore(last)) {
            cover(from, to, step.finer(), slices);
            return;
        }
        cover(from, first, step.finer(), slices);
        cut(first, last, step, slices);
        cover(last, to, step.finer(), slices);
    }

    private static void cut(Instant from, Instant to, Step step, List<CellSlice> slices) {
        for (Instant at = from; at.isBefore(to); at = at.plus(step.longestRead)) {
            Instant end = at.plus(step.longestRead);
            slices.add(new CellSlice(step.cells, at, end.isBefore(to) ? end : to));
        }
    }

    /// The lengths of cells. Ranges are whole minutes, so that minutes always fit.
    private enum Step {
        MINUTE(Granularity.minute, ChronoUnit.MINUTES, Duration.ofHours(6)),
        HOUR(Granularity.hour, ChronoUnit.HOURS, Duration.ofDays(7)),
        DAY(Granularity.day, ChronoUnit.DAYS, Duration.ofDays(92));

        private final Granularity cells;
        private final ChronoUnit unit;
        private final Duration longestRead;

        Step(Granularity cells, ChronoUnit unit, Duration longestRead) {
            this.cells = cells;
            this.unit = unit;
            this.longestRead = longestRead;
        }

        static Step of(Granularity granularity) {
            return switch (granularity) {
                case minute -> MINUTE;
                case hour -> HOUR;
                case day -> DAY;
                case UNKNOWN -> throw new IllegalArgumentException("cells of unknown length");
            };
        }

        Step finer() {
            return switch (this) {
                case DAY -> HOUR;
                case HOUR, MINUTE -> MINUTE;
            };
        }

        Instant ceiling(Instant instant) {
            Instant floor = instant.truncatedTo(unit);
            return floor.equals(instant) ? instant : floor.plus(unit.getDuration());
        }
    }
}
