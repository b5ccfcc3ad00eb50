package io.interlude.domain.identity;

import static java.util.Objects.requireNonNull;

/// Id of a creative, unique in its org; its versions share it.
public record CreativeId(String value) {
    public CreativeId {
        requireNonNull(value, "value is null");
    }

    @Override
    public String toString() {
        return value;
    }
}
