package io.interlude.domain.identity;

import static java.util.Objects.requireNonNull;

/// The pseudonym of one end user of one org, in place of the [SubscriberId] that the application
/// sends. Enables frequency caps and reach; without the org's subscriber key nobody can tell whose
/// it is.
public record Subscriber(String value) {
    public Subscriber {
        requireNonNull(value, "value is null");
    }

    @Override
    public String toString() {
        return value;
    }
}
