package io.interlude.domain.rollup;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/// The time that a cell covers: a minute or an hour of UTC, or a day of the org's time zone, which
/// has 23 or 25 hours when clocks change.
public enum CellSpan {
    MINUTE(ChronoUnit.MINUTES),
    HOUR(ChronoUnit.HOURS),
    DAY(ChronoUnit.DAYS);

    /// The earliest time whose spans have a start, in any time zone, that the milliseconds of a
    /// long can tell: that is how starts are kept and sent.
    public static final Instant EARLIEST =
            Instant.ofEpochMilli(Long.MIN_VALUE).plus(2, ChronoUnit.DAYS);

    private final ChronoUnit unit;

    CellSpan(ChronoUnit unit) {
        this.unit = unit;
    }

    /// Refuses a time before [#EARLIEST].
    ///
    /// @throws IllegalArgumentException if it is
    public static void requireStarts(Instant time) {
        if (time.isBefore(EARLIEST)) {
            throw new IllegalArgumentException("time is before all cells: " + time);
        }
    }

    /// Start of the span that the time lies in; a whole minute.
    ///
    /// @param zone of the org
    public Instant startOf(Instant time, ZoneId zone) {
        return this == DAY
                ? startOf(time.atZone(zone).toLocalDate(), zone)
                : time.truncatedTo(unit);
    }

    /// The time itself if a span starts there, else the start of the next one.
    ///
    /// @param zone of the org
    public Instant ceilingOf(Instant time, ZoneId zone) {
        Instant start = startOf(time, zone);
        if (start.equals(time)) {
            return time;
        }
        return this == DAY
                ? startOf(time.atZone(zone).toLocalDate().plusDays(1), zone)
                : start.plus(unit.getDuration());
    }

    private static Instant startOf(LocalDate day, ZoneId zone) {
        return day.atStartOfDay(zone).toInstant().truncatedTo(ChronoUnit.MINUTES);
    }
}
