package io.interlude.domain.identity;

import static java.util.Objects.requireNonNull;

/// Id of an API key, unique in its org. Not the key itself, so it may be journaled and logged.
public record KeyId(String value) {
    public KeyId {
        requireNonNull(value, "value is null");
    }

    @Override
    public String toString() {
        return value;
    }
}
