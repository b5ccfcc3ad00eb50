package io.interlude.report.rollup;

import io.interlude.domain.rollup.CellSpan;
import io.interlude.schema.Granularity;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/// Covers a range with the longest cells that fit: days inside, hours and minutes at its ends. Days
/// are those of the org's time zone; no slice of shorter cells reaches over their bounds, which in
/// some zones lie within an hour. No instant is covered twice. Long stretches are cut, so that one
/// read stays small.
public final class CellPlan {
    private final ZoneId zone;
    private final List<CellSlice> slices = new ArrayList<>();

    private CellPlan(ZoneId zone) {
        this.zone = zone;
    }

    /// The reads that cover the range, from its start to its end.
    ///
    /// @param coarsest the longest cells that may be used
    /// @param zone in which days begin
    public static List<CellSlice> cover(TimeRange range, Granularity coarsest, ZoneId zone) {
        CellPlan plan = new CellPlan(zone);
        plan.cover(range.from(), range.to(), Step.of(coarsest));
        return List.copyOf(plan.slices);
    }

    private void cover(Instant from, Instant to, Step step) {
        if (!from.isBefore(to)) {
            return;
        }
        Instant first = step.cells.ceilingOf(from, zone);
        Instant last = step.cells.startOf(to, zone);
        if (first.isAfter(last) || (first.equals(last) && step != Step.DAY)) {
            cover(from, to, step.finer());
            return;
        }
        cover(from, first, step.finer());
        cut(first, last, step);
        cover(last, to, step.finer());
    }

    private void cut(Instant from, Instant to, Step step) {
        for (Instant at = from; at.isBefore(to); at = at.plus(step.longestRead)) {
            Instant end = at.plus(step.longestRead);
            slices.add(new CellSlice(step.granularity, at, end.isBefore(to) ? end : to));
        }
    }

    /// The lengths of cells. Ranges are whole minutes, so that minutes always fit.
    private enum Step {
        MINUTE(Granularity.minute, CellSpan.MINUTE, Duration.ofHours(6)),
        HOUR(Granularity.hour, CellSpan.HOUR, Duration.ofDays(7)),
        DAY(Granularity.day, CellSpan.DAY, Duration.ofDays(92));

        private final Granularity granularity;
        private final CellSpan cells;
        private final Duration longestRead;

        Step(Granularity granularity, CellSpan cells, Duration longestRead) {
            this.granularity = granularity;
            this.cells = cells;
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
    }
}
