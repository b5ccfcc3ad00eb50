package io.interlude.domain.flight;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.HashSet;
import java.util.Set;

/// A flight that begins and ends, in the open time of its schedule: how much of it there is, and
/// how much has passed. Times are Unix epoch milliseconds. Immutable but for what it remembers;
/// safe for use by many threads.
///
/// An answer costs a few additions: what was open before the day at hand is remembered, and worked
/// out by weeks, with a look at each day on which the clock changes.
public final class OpenFlight {
    /// The year 10,000. A flight may end in any year that can be written; a plan does not.
    private static final long LATEST_END_MILLIS = 253_402_300_800_000L;

    /// Changes of the clock that are looked at: some 500 years of them.
    private static final int MOST_TRANSITIONS = 1_000;

    private static final int WEEK_DAYS = 7;

    private final Schedule schedule;
    private final boolean alwaysOpen;
    private final long startMillis;
    private final long endMillis;
    private volatile long knownTotalMillis = -1;
    private volatile Before latest = new Before(Long.MAX_VALUE, 0);

    /// @param startMillis inclusive
    /// @param endMillis exclusive; one that is no later than the start leaves no open time
    public OpenFlight(Schedule schedule, long startMillis, long endMillis) {
        this.schedule = requireNonNull(schedule, "schedule is null");
        this.alwaysOpen = schedule.dayparts().isEmpty();
        this.startMillis = startMillis;
        this.endMillis = Math.min(endMillis, LATEST_END_MILLIS);
    }

    public long startMillis() {
        return startMillis;
    }

    public long endMillis() {
        return endMillis;
    }

    /// The open time of the whole flight.
    public long totalMillis() {
        long total = knownTotalMillis;
        if (total < 0) {
            total = openMillis(schedule, startMillis, endMillis);
            knownTotalMillis = total;
        }
        return total;
    }

    /// The open time of the flight that has passed, 0 to [#totalMillis].
    ///
    /// @param day of the schedule that `nowMillis` falls in
    public long elapsedMillis(ServingDay day, long nowMillis) {
        long until = Math.min(nowMillis, endMillis);
        if (until <= startMillis) {
            return 0;
        }
        if (alwaysOpen) {
            return until - startMillis;
        }
        if (until < day.startMillis()) {
            return totalMillis();
        }
        Before before = latest;
        if (before.dayStartMillis() != day.startMillis()) {
            before =
                    new Before(
                            day.startMillis(),
                            openMillis(schedule, startMillis, day.startMillis()));
            latest = before;
        }
        return before.openMillis()
                + day.openMillis(Math.max(startMillis, day.startMillis()), until);
    }

    /// How long the schedule is open between two times; 0 if they are out of order.
    public static long openMillis(Schedule schedule, long fromMillis, long toMillis) {
        if (fromMillis >= toMillis) {
            return 0;
        }
        if (schedule.dayparts().isEmpty()) {
            return toMillis - fromMillis;
        }
        ServingDay first = day(schedule, fromMillis);
        if (toMillis <= first.endMillis()) {
            return first.openMillis(fromMillis, toMillis);
        }
        ServingDay last = day(schedule, toMillis);
        return first.openMillis(fromMillis, first.endMillis())
                + openBetween(schedule, first, last)
                + last.openMillis(last.startMillis(), toMillis);
    }

    private static ServingDay day(Schedule schedule, long millis) {
        return ServingDay.of(schedule, Instant.ofEpochMilli(millis));
    }

    /// Of the whole days after the first one and before the last one.
    private static long openBetween(Schedule schedule, ServingDay first, ServingDay last) {
        long[] weekdayToOpen = ordinaryDays(schedule);
        long days = last.epochDay() - first.epochDay() - 1;
        long week = 0;
        for (long open : weekdayToOpen) {
            week += open;
        }
        long sum = days / WEEK_DAYS * week;
        for (long day = last.epochDay() - days % WEEK_DAYS; day < last.epochDay(); day++) {
            sum += weekdayToOpen[weekday(day)];
        }
        return sum + changedDays(schedule, first, last, weekdayToOpen);
    }

    /// How much longer or shorter the days are on which the clock changes.
    private static long changedDays(
            Schedule schedule, ServingDay first, ServingDay last, long[] weekdayToOpen) {
        ZoneRules rules = schedule.timeZone().getRules();
        Set<Long> seen = new HashSet<>();
        long sum = 0;
        ZoneOffsetTransition next =
                rules.nextTransition(Instant.ofEpochMilli(first.endMillis() - 1));
        for (int count = 0; next != null && count < MOST_TRANSITIONS; count++) {
            ServingDay day = ServingDay.of(schedule, next.getInstant());
            if (day.startMillis() >= last.startMillis()) {
                break;
            }
            if (day.startMillis() >= first.endMillis() && seen.add(day.epochDay())) {
                sum += day.openMillis(day.startMillis(), day.endMillis());
                sum -= weekdayToOpen[weekday(day.epochDay())];
            }
            next = rules.nextTransition(next.getInstant());
        }
        return sum;
    }

    /// The open time of each weekday on which the clock does not change.
    private static long[] ordinaryDays(Schedule schedule) {
        Schedule withoutChanges = new Schedule(ZoneOffset.UTC, schedule.dayparts());
        long[] weekdayToOpen = new long[WEEK_DAYS];
        for (long epochDay = 0; epochDay < WEEK_DAYS; epochDay++) {
            Instant midnight =
                    LocalDate.ofEpochDay(epochDay).atStartOfDay(ZoneOffset.UTC).toInstant();
            ServingDay day = ServingDay.of(withoutChanges, midnight);
            weekdayToOpen[weekday(epochDay)] = day.openMillis(day.startMillis(), day.endMillis());
        }
        return weekdayToOpen;
    }

    /// From 0; 1970-01-01, a Thursday, is 0.
    private static int weekday(long epochDay) {
        return Math.floorMod(epochDay, WEEK_DAYS);
    }

    /// @param openMillis of the flight before that day
    private record Before(long dayStartMillis, long openMillis) {}
}
