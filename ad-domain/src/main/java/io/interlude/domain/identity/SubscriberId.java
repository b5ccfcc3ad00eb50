package io.interlude.domain.identity;

import static java.util.Objects.requireNonNull;

/// An end user's id as the publisher's application sends it. It goes no further than the edge,
/// where a [Subscriber] takes its place, and prints nothing of itself.
public record SubscriberId(String value) {
    public SubscriberId {
        requireNonNull(value, "value is null");
    }

    @Override
    public String toString() {
        return "SubscriberId[" + value.length() + " characters]";
    }
}
