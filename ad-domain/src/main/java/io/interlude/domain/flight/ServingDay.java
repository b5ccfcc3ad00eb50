package io.interlude.domain.flight;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/// One calendar day of a schedule's time zone with the times in it at which the schedule is open.
/// All times are Unix epoch milliseconds; ends are exclusive. Immutable.
///
/// A daypart is a stretch of wall-clock time. On a day when the clock is set back, a stretch may be
/// passed twice and is then open twice; when the clock jumps ahead, what it leaves out is shorter.
public final class ServingDay {
    private static final long MILLIS_PER_MINUTE = 60_000;
    private static final long MILLIS_PER_SECOND = 1_000;
    private static final long MILLIS_PER_DAY = 86_400_000;

    private final long epochDay;
    private final long startMillis;
    private final long endMillis;
    private final long[] opens;
    private final long[] closes;

    private ServingDay(long epochDay, long startMillis, long endMillis, List<Span> open) {
        this.epochDay = epochDay;
        this.startMillis = startMillis;
        this.endMillis = endMillis;
        this.opens = open.stream().mapToLong(Span::from).toArray();
        this.closes = open.stream().mapToLong(Span::to).toArray();
    }

    /// The day that `now` falls in.
    public static ServingDay of(Schedule schedule, Instant now) {
        ZoneId zone = schedule.timeZone();
        LocalDate date = LocalDate.ofInstant(now, zone);
        long start = date.atStartOfDay(zone).toInstant().toEpochMilli();
        long end = date.plusDays(1).atStartOfDay(zone).toInstant().toEpochMilli();
        List<Span> open =
                schedule.dayparts().isEmpty()
                        ? List.of(new Span(start, end))
                        : openSpans(schedule, date, start, end);
        return new ServingDay(date.toEpochDay(), start, end, open);
    }

    /// Days since 1970-01-01 of the day in its time zone.
    public long epochDay() {
        return epochDay;
    }

    public long startMillis() {
        return startMillis;
    }

    public long endMillis() {
        return endMillis;
    }

    public boolean covers(long epochMillis) {
        return epochMillis >= startMillis && epochMillis < endMillis;
    }

    /// Whether the schedule is open at that time of this day.
    public boolean isOpen(long epochMillis) {
        for (int i = 0; i < opens.length; i++) {
            if (epochMillis < closes[i]) {
                return epochMillis >= opens[i];
            }
        }
        return false;
    }

    /// The first time from then on at which the schedule is open; empty if it is not on this day.
    public OptionalLong nextOpenMillis(long fromMillis) {
        for (int i = 0; i < opens.length; i++) {
            if (fromMillis < closes[i]) {
                return OptionalLong.of(Math.max(fromMillis, opens[i]));
            }
        }
        return OptionalLong.empty();
    }

    /// How long the schedule is open between two times of this day; 0 if they are out of order.
    public long openMillis(long fromMillis, long toMillis) {
        long sum = 0;
        for (int i = 0; i < opens.length; i++) {
            long from = Math.max(fromMillis, opens[i]);
            long to = Math.min(toMillis, closes[i]);
            sum += Math.max(0, to - from);
        }
        return sum;
    }

    private static List<Span> openSpans(Schedule schedule, LocalDate date, long start, long end) {
        List<Span> spans = new ArrayList<>();
        ZoneRules rules = schedule.timeZone().getRules();
        long midnight = date.toEpochDay() * MILLIS_PER_DAY;
        long from = start;
        while (from < end) {
            ZoneOffset offset = rules.getOffset(Instant.ofEpochMilli(from));
            long to = Math.min(end, nextTransition(rules, from, end));
            long utcMidnight = midnight - offset.getTotalSeconds() * MILLIS_PER_SECOND;
            for (Daypart daypart : schedule.dayparts()) {
                if (daypart.days().contains(date.getDayOfWeek())) {
                    addSpan(spans, daypart, utcMidnight, new Span(from, to));
                }
            }
            from = to;
        }
        return merged(spans);
    }

    private static long nextTransition(ZoneRules rules, long from, long end) {
        ZoneOffsetTransition next = rules.nextTransition(Instant.ofEpochMilli(from));
        return next == null ? end : next.getInstant().toEpochMilli();
    }

    private static void addSpan(List<Span> spans, Daypart daypart, long midnight, Span within) {
        long from = Math.max(midnight + daypart.fromMinute() * MILLIS_PER_MINUTE, within.from());
        long to = Math.min(midnight + daypart.toMinute() * MILLIS_PER_MINUTE, within.to());
        if (from < to) {
            spans.add(new Span(from, to));
        }
    }

    private static List<Span> merged(List<Span> spans) {
        List<Span> merged = new ArrayList<>();
        spans.sort(Comparator.comparingLong(Span::from));
        for (Span span : spans) {
            if (!merged.isEmpty() && span.from() <= merged.getLast().to()) {
                Span last = merged.removeLast();
                merged.add(new Span(last.from(), Math.max(last.to(), span.to())));
            } else {
                merged.add(span);
            }
        }
        return merged;
    }

    @Override
    public String toString() {
        return "ServingDay[" + epochDay + Arrays.toString(opens) + Arrays.toString(closes) + "]";
    }

    private record Span(long from, long to) {}
}
