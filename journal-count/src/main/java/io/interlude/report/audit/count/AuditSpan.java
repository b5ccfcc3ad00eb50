package io.interlude.report.audit.count;

import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/// The time that a compared number covers. Reckoned here and not with the domain's own spans, so
/// that a mistake there shows.
public enum AuditSpan {
    MINUTE,
    HOUR,
    DAY,
    /// The whole range of the audit.
    TOTAL;

    private static final long SECONDS_OF_MINUTE = 60;
    private static final long MINUTES_OF_HOUR = 60;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Start of the span that the minute lies in; of the total the one that is given.
    ///
    /// @param minute minutes since 1970
    /// @param zone of the org
    /// @param totalStart start of the audit's range, in minutes since 1970
    public long startOf(long minute, ZoneId zone, long totalStart) {
        return switch (this) {
            case MINUTE -> minute;
            case HOUR -> Math.floorDiv(minute, MINUTES_OF_HOUR) * MINUTES_OF_HOUR;
            case DAY -> minute(dayStart(instant(minute), zone));
            case TOTAL -> totalStart;
        };
    }

    static Instant dayStart(Instant at, ZoneId zone) {
        return at.atZone(zone).toLocalDate().atStartOfDay(zone).toInstant();
    }

    /// The whole minute that the time lies in, since 1970.
    public static long minute(Instant at) {
        return Math.floorDiv(at.getEpochSecond(), SECONDS_OF_MINUTE);
    }

    public static Instant instant(long minute) {
        return Instant.EPOCH.plus(minute, ChronoUnit.MINUTES);
    }
}
