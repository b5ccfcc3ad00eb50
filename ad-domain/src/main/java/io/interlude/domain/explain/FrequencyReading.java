package io.interlude.domain.explain;

/// What a decision knew of the subscriber's counters.
public enum FrequencyReading {
    /// There was no subscriber, or nothing that could be served needed the counters.
    NOT_READ,
    UNREADABLE,
    COUNTED
}
