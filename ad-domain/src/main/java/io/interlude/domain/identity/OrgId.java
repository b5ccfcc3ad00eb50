package io.interlude.domain.identity;

import static java.util.Objects.requireNonNull;

/// Id of an org, the account that owns keys, catalogue and events.
public record OrgId(String value) {
    public OrgId {
        requireNonNull(value, "value is null");
    }

    @Override
    public String toString() {
        return value;
    }
}
