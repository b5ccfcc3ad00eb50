package io.interlude.domain.catalogue;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/// The times at which a line item's status became active. Even pacing of a day starts from the
/// latest time; a plan over the flight from the first, so that what a pause left out is made up
/// for.
public record Activation(Instant first, Instant latest) {
    public Activation {
        requireNonNull(first, "first is null");
        requireNonNull(latest, "latest is null");
    }

    /// Of a line item that was activated once.
    public static Activation once(Instant at) {
        return new Activation(at, at);
    }
}
