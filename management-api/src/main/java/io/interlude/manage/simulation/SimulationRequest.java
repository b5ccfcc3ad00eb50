package io.interlude.manage.simulation;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.OrgId;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/// A simulation that is asked for.
///
/// @param changes as they were given
public record SimulationRequest(OrgId orgId, Instant from, Instant to, ObjectNode changes) {
    public SimulationRequest {
        requireNonNull(orgId, "orgId is null");
        requireNonNull(changes, "changes is null");
    }
}
