package io.interlude.domain.prepared;

import io.interlude.domain.flight.Schedule;
import io.interlude.domain.flight.ServingDay;
import java.time.Instant;

/// The latest day of a schedule that was asked for; shared by the line items that have the same
/// schedule. Only a memory of [ServingDay#of]: a lost update costs a computation.
final class ScheduleDays {
    private final Schedule schedule;
    private volatile ServingDay latest;

    ScheduleDays(Schedule schedule) {
        this.schedule = schedule;
        this.latest = ServingDay.of(schedule, Instant.EPOCH);
    }

    ServingDay day(Instant now, long nowMillis) {
        ServingDay known = latest;
        if (known.covers(nowMillis)) {
            return known;
        }
        ServingDay fresh = ServingDay.of(schedule, now);
        latest = fresh;
        return fresh;
    }
}
