package io.interlude.domain.prepared;

import io.interlude.domain.pacing.Spent;

/// Reads one line item's spend, decision after decision, without looking it up again. In memory:
/// reads never wait. Safe for use by many threads.
@FunctionalInterface
public interface SpendMeter {
    /// What the line item served and spent, the day counted from 1970-01-01 in its time zone.
    Spent spent(long epochDay);
}
