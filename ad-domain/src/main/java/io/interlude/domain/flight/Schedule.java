package io.interlude.domain.flight;

import static java.util.Objects.requireNonNull;

import java.time.ZoneId;
import java.util.List;

/// The time zone in which a line item's days are reckoned, and its dayparts; no dayparts means
/// always.
public record Schedule(ZoneId timeZone, List<Daypart> dayparts) {
    public Schedule {
        requireNonNull(timeZone, "timeZone is null");
        dayparts = List.copyOf(dayparts);
    }
}
