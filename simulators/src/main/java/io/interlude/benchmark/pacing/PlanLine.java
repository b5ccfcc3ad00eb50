package io.interlude.benchmark.pacing;

import io.interlude.domain.flight.Daypart;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/// The plan of a case's day, reckoned minute by minute on the wall clock: another way than that of
/// the code under test.
final class PlanLine {
    private static final long MINUTE_MILLIS = 60_000;

    private final PacingCase.Calendar calendar;
    private final long startMillis;
    private final long endMillis;

    /// Open minutes before each minute of the day, from the activation.
    private final int[] openBefore;

    PlanLine(PacingCase.Calendar calendar) {
        this.calendar = calendar;
        ZoneId zone = calendar.zone();
        LocalDate date = calendar.date();
        startMillis = date.atStartOfDay(zone).toInstant().toEpochMilli();
        endMillis = date.plusDays(1).atStartOfDay(zone).toInstant().toEpochMilli();
        openBefore = new int[(int) ((endMillis - startMillis) / MINUTE_MILLIS) + 1];
        for (int minute = 0; minute + 1 < openBefore.length; minute++) {
            long at = startMillis + minute * MINUTE_MILLIS;
            openBefore[minute + 1] = openBefore[minute] + (counts(at) ? 1 : 0);
        }
    }

    long startMillis() {
        return startMillis;
    }

    long endMillis() {
        return endMillis;
    }

    /// Whether the line item is active at that time of the day.
    boolean isActive(long atMillis) {
        Instant activatedAt = calendar.activatedAt();
        return activatedAt == null || atMillis >= activatedAt.toEpochMilli();
    }

    /// Share of the day's plan until a whole minute of the day.
    double share(long atMillis) {
        int minute = (int) ((atMillis - startMillis) / MINUTE_MILLIS);
        return openBefore[minute] / (double) openBefore[openBefore.length - 1];
    }

    private boolean counts(long atMillis) {
        if (!isActive(atMillis)) {
            return false;
        }
        ZonedDateTime local = Instant.ofEpochMilli(atMillis).atZone(calendar.zone());
        int minute = local.getHour() * 60 + local.getMinute();
        return calendar.dayparts().isEmpty()
                || calendar.dayparts().stream().anyMatch(part -> isIn(part, local, minute));
    }

    private static boolean isIn(Daypart part, ZonedDateTime local, int minute) {
        return part.days().contains(local.getDayOfWeek())
                && minute >= part.fromMinute()
                && minute < part.toMinute();
    }
}
