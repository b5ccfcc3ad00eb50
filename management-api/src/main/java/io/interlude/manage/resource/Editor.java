package io.interlude.manage.resource;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.OrgId;
import org.jspecify.annotations.Nullable;

/// Who makes a change, and to which org's catalogue.
///
/// @param keyId id of the key; null for the operator
public record Editor(OrgId orgId, @Nullable String keyId) {
    public Editor {
        requireNonNull(orgId, "orgId is null");
    }
}
