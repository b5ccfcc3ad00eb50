package io.interlude.domain.pacing;

/// The fetches and spend of a line item on one day of its time zone, the day counted from
/// 1970-01-01.
public record DaySpend(long epochDay, long fetches, long spentMicros) {}
