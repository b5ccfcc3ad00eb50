package io.interlude.domain.identity;

import static java.util.Objects.requireNonNull;

/// Id of an ad unit (placement), unique in its org.
public record AdUnitId(String value) {
    public AdUnitId {
        requireNonNull(value, "value is null");
    }

    @Override
    public String toString() {
        return value;
    }
}
