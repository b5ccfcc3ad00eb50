package io.interlude.domain.flight;

import java.time.DayOfWeek;
import java.util.Set;

/// A time of day, on some days of the week, in which a line item serves: minutes since local
/// midnight, `fromMinute` 0 to 1,439 inclusive, `toMinute` 1 to 1,440 exclusive.
public record Daypart(Set<DayOfWeek> days, int fromMinute, int toMinute) {
    public static final int MINUTES_PER_DAY = 1_440;

    public Daypart {
        days = Set.copyOf(days);
        if (days.isEmpty()) {
            throw new IllegalArgumentException("days is empty");
        }
        if (fromMinute < 0 || toMinute > MINUTES_PER_DAY || fromMinute >= toMinute) {
            throw new IllegalArgumentException(
                    "minutes out of order: " + fromMinute + ", " + toMinute);
        }
    }
}
