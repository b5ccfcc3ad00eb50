package io.interlude.domain.forecast;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.flight.Flight;
import java.time.Instant;

/// A time from one instant to another.
///
/// @param from inclusive
/// @param to exclusive; no later than `from` for an empty one
public record Period(Instant from, Instant to) {
    public Period {
        requireNonNull(from, "from is null");
        requireNonNull(to, "to is null");
    }

    /// Whether a flight has any part of it.
    boolean meets(Flight flight) {
        Instant startAt = flight.startAt();
        Instant endAt = flight.endAt();
        return (startAt == null || startAt.isBefore(to)) && (endAt == null || endAt.isAfter(from));
    }

    /// What a flight has of it.
    public Period during(Flight flight) {
        Instant startAt = flight.startAt();
        Instant endAt = flight.endAt();
        return new Period(
                startAt != null && startAt.isAfter(from) ? startAt : from,
                endAt != null && endAt.isBefore(to) ? endAt : to);
    }

    long millis() {
        return Math.max(0, to.toEpochMilli() - from.toEpochMilli());
    }
}
