package io.interlude.domain.pacing;

/// How a budget is spread over its day.
public enum PacingMode {
    /// In proportion to the elapsed time of the day or of the day's dayparts.
    EVEN,
    /// As fast as requests come, until it is spent.
    ASAP
}
