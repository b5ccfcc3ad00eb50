package io.interlude.report.rollup;

import io.interlude.domain.rollup.CellSpan;
import io.interlude.schema.Granularity;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Length of time that one row covers, with the longest range that may be asked for.
public enum ReportGranularity {
    MINUTE("minute", Granularity.minute, Duration.ofDays(7)),
    HOUR("hour", Granularity.hour, Duration.ofDays(366)),
    DAY("day", Granularity.day, Duration.ofDays(3_660)),
    TOTAL("total", Granularity.day, Duration.ofDays(3_660));

    private final String wireName;
    private final Granularity coarsestCells;
    private final Duration longestRange;

    ReportGranularity(String wireName, Granularity coarsestCells, Duration longestRange) {
        this.wireName = wireName;
        this.coarsestCells = coarsestCells;
        this.longestRange = longestRange;
    }

    public String wireName() {
        return wireName;
    }

    /// The longest cells that fit into one row.
    public Granularity coarsestCells() {
        return coarsestCells;
    }

    public Duration longestRange() {
        return longestRange;
    }

    /// Start of the row that the instant belongs to; for [#TOTAL] the start of the report's range.
    ///
    /// @param zone in which days begin
    public Instant rowStart(Instant instant, TimeRange range, ZoneId zone) {
        return switch (this) {
            case MINUTE -> CellSpan.MINUTE.startOf(instant, zone);
            case HOUR -> CellSpan.HOUR.startOf(instant, zone);
            case DAY -> CellSpan.DAY.startOf(instant, zone);
            case TOTAL -> range.from();
        };
    }

    /// Starts of all rows that a range can have, in order.
    ///
    /// @param zone in which days begin
    List<Instant> rowStarts(TimeRange range, ZoneId zone) {
        List<Instant> starts = new ArrayList<>();
        Instant at = rowStart(range.from(), range, zone);
        while (at.isBefore(range.to())) {
            starts.add(at);
            Instant after = at.plusSeconds(1);
            at =
                    switch (this) {
                        case MINUTE -> CellSpan.MINUTE.ceilingOf(after, zone);
                        case HOUR -> CellSpan.HOUR.ceilingOf(after, zone);
                        case DAY -> CellSpan.DAY.ceilingOf(after, zone);
                        case TOTAL -> range.to();
                    };
        }
        return starts;
    }

    public static Optional<ReportGranularity> named(String wireName) {
        return Arrays.stream(values()).filter(g -> g.wireName.equals(wireName)).findFirst();
    }
}
