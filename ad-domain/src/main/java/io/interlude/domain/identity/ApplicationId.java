package io.interlude.domain.identity;

import static java.util.Objects.requireNonNull;

/// Id of a publisher's application, unique in its org.
public record ApplicationId(String value) {
    public ApplicationId {
        requireNonNull(value, "value is null");
    }

    @Override
    public String toString() {
        return value;
    }
}
