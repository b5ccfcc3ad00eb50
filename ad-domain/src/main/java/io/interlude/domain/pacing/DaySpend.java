package io.interlude.domain.pacing;

/// What a line item served and spent on one day of its time zone, the day counted from 1970-01-01.
public record DaySpend(long epochDay, long fetches, long spentMicros) {}
