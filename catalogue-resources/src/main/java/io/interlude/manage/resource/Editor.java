package io.interlude.manage.resource;

import static java.util.Objects.requireNonNull;

import io.interlude.catalogue.key.Actor;
import io.interlude.domain.identity.OrgId;
import org.jspecify.annotations.Nullable;

/// The author of a change, and the org whose catalogue it changes.
///
/// @param actor the key or person; null for the operator
public record Editor(OrgId orgId, @Nullable Actor actor) {
    public Editor {
        requireNonNull(orgId, "orgId is null");
    }

    /// As records name it.
    public @Nullable String recorded() {
        return actor == null ? null : actor.recorded();
    }
}
