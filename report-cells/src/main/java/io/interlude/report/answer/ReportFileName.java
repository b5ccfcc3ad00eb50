package io.interlude.report.answer;

import io.interlude.report.rollup.ReportQuery;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Collectors;

/// Name of a report's file, without its ending, such as
/// `interlude-report_2026-03-01_2026-03-08_day_campaign-lineItem`: the range, to the day where it
/// is one of the org's days, the granularity and the dimensions.
final class ReportFileName {
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HHmm'Z'", Locale.ROOT);

    private ReportFileName() {}

    static String of(ReportQuery query) {
        String dimensions =
                query.groupBy().stream().map(query::nameOf).collect(Collectors.joining("-"));
        return "interlude-report_"
                + time(query.range().from(), query.zone())
                + "_"
                + time(query.range().to(), query.zone())
                + "_"
                + query.granularity().wireName()
                + (dimensions.isEmpty() ? "" : "_" + dimensions);
    }

    private static String time(Instant time, ZoneId zone) {
        ZonedDateTime local = time.atZone(zone);
        return local.toLocalTime().equals(LocalTime.MIDNIGHT)
                ? local.toLocalDate().toString()
                : MINUTE.format(time.atZone(ZoneOffset.UTC));
    }
}
