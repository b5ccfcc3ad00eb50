package io.interlude.domain.rollup;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// How much time a cell covers, in UTC.
public enum CellSpan {
    MINUTE(ChronoUnit.MINUTES),
    HOUR(ChronoUnit.HOURS),
    DAY(ChronoUnit.DAYS);

    private final ChronoUnit unit;

    CellSpan(ChronoUnit unit) {
        this.unit = unit;
    }

    /// Start of the span that the time lies in.
    public Instant startOf(Instant time) {
        return time.truncatedTo(unit);
    }
}
