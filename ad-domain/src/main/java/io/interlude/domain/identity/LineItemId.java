package io.interlude.domain.identity;

import static java.util.Objects.requireNonNull;

/// Id of a line item, unique in its org.
public record LineItemId(String value) {
    public LineItemId {
        requireNonNull(value, "value is null");
    }

    @Override
    public String toString() {
        return value;
    }
}
