package io.interlude.manage.simulation;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.OrgId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A simulation that is asked for.
///
/// @param changes as they were given
/// @param changedBy the key or person that asks for it, see
///   [io.interlude.catalogue.key.Actor#recorded]
record SimulationRequest(
        String id,
        OrgId orgId,
        Instant from,
        Instant to,
        ObjectNode changes,
        Instant startedAt,
        @Nullable String changedBy) {
    SimulationRequest {
        requireNonNull(orgId, "orgId is null");
        requireNonNull(changes, "changes is null");
    }
}
