package io.interlude.domain.identity;

import static java.util.Objects.requireNonNull;

/// A publisher's own opaque id of one end user. Never personal data; enables frequency caps and
/// reach.
public record Subscriber(String value) {
    public Subscriber {
        requireNonNull(value, "value is null");
    }

    @Override
    public String toString() {
        return value;
    }
}
