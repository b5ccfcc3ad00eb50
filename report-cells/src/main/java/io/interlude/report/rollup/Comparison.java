package io.interlude.report.rollup;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/// Another range, whose numbers stand beside those of a report.
public sealed interface Comparison {
    /// The other range.
    ///
    /// @param range of the report
    /// @param zone in which days begin
    TimeRange beside(TimeRange range, ZoneId zone);

    /// The stretch of the same length that ends where the report begins. Of a report over whole
    /// days it is as many days, whatever hours these have.
    record Previous() implements Comparison {
        @Override
        public TimeRange beside(TimeRange range, ZoneId zone) {
            ZonedDateTime from = range.from().atZone(zone);
            ZonedDateTime to = range.to().atZone(zone);
            if (isMidnight(from) && isMidnight(to)) {
                LocalDate day = from.toLocalDate();
                long days = ChronoUnit.DAYS.between(day, to.toLocalDate());
                Instant start = day.minusDays(days).atStartOfDay(zone).toInstant();
                return new TimeRange(start.truncatedTo(ChronoUnit.MINUTES), range.from());
            }
            return new TimeRange(range.from().minus(range.length()), range.from());
        }

        private static boolean isMidnight(ZonedDateTime time) {
            return time.toLocalTime().equals(LocalTime.MIDNIGHT);
        }
    }

    /// The same range as it is booked, beside a version of attribution.
    record Booked() implements Comparison {
        @Override
        public TimeRange beside(TimeRange range, ZoneId zone) {
            return range;
        }
    }

    /// A range that was named.
    record With(TimeRange other) implements Comparison {
        @Override
        public TimeRange beside(TimeRange range, ZoneId zone) {
            return other;
        }
    }
}
