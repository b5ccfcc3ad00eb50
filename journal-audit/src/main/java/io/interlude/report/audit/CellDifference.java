package io.interlude.report.audit;

import io.interlude.report.audit.count.AuditMetric;
import io.interlude.report.audit.count.AuditSpan;
import io.interlude.report.audit.count.CellBook.Cell;
import io.interlude.report.audit.count.Counts.View;
import io.interlude.report.audit.count.Series;
import java.util.Locale;

/// A number of a cell that is not what the journal says.
///
/// @param served what reports say
/// @param replayed what the journal says
/// @param cause what the other differences tell of why
public record CellDifference(
        Series series,
        Cell cell,
        AuditMetric metric,
        View view,
        long served,
        long replayed,
        Cause cause) {
    /// The difference in a line.
    public String told() {
        return "%s of %s from %s: served %s, replayed %s: %s"
                .formatted(
                        metric.wireName(),
                        cell.span().wireName(),
                        AuditSpan.instant(cell.start()),
                        metric.written(served),
                        metric.written(replayed),
                        cause.wireName());
    }

    long surplus() {
        return served - replayed;
    }

    CellDifference because(Cause other) {
        return new CellDifference(series, cell, metric, view, served, replayed, other);
    }

    /// Why a number differs, as far as differences can tell.
    public enum Cause {
        CAPPED(
                "The journal's sum is more than a cell of an earlier version could hold, which stopped at 9223372036854.775807. Amounts here are modulo 2^64 micros."),
        CELL_CHANGED(
                "Only this cell differs: cells of other lengths that cover its time agree with the journal. The cell was changed."),
        MOVED_IN_TIME("It is counted at another time, which is off by the same amount."),
        MOVED_TO_ANOTHER_CELL(
                "It is counted under other dimensions, which are off by the same amount."),
        BILLED_OTHERWISE(
                "The events agree, and what was billed for them does not: another price was used."),
        COUNTED_WITHOUT_EVENT(
                "More is counted than the journal holds: an event was counted twice, or is no longer there."),
        NOT_COUNTED(
                "The journal holds more than is counted: an event was not counted, or was written into the journal afterwards.");

        private final String description;

        Cause(String description) {
            this.description = description;
        }

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        public String description() {
            return description;
        }
    }
}
