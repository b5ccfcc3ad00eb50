package io.interlude.report.rollup;

import io.interlude.schema.Granularity;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;

/// Length of time that one row covers, in UTC, with the longest range that may be asked for.
public enum ReportGranularity {
    MINUTE("minute", ChronoUnit.MINUTES, Granularity.minute, Duration.ofDays(7)),
    HOUR("hour", ChronoUnit.HOURS, Granularity.hour, Duration.ofDays(366)),
    DAY("day", ChronoUnit.DAYS, Granularity.day, Duration.ofDays(3_660)),
    TOTAL("total", ChronoUnit.FOREVER, Granularity.day, Duration.ofDays(3_660));

    private final String wireName;
    private final ChronoUnit unit;
    private final Granularity coarsestCells;
    private final Duration longestRange;

    ReportGranularity(
            String wireName, ChronoUnit unit, Granularity coarsestCells, Duration longestRange) {
        this.wireName = wireName;
        this.unit = unit;
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
    public Instant rowStart(Instant instant, TimeRange range) {
        return this == TOTAL ? range.from() : instant.truncatedTo(unit);
    }

    public static Optional<ReportGranularity> named(String wireName) {
        return Arrays.stream(values()).filter(g -> g.wireName.equals(wireName)).findFirst();
    }
}
