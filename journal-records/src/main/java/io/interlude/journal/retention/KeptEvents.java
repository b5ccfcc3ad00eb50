package io.interlude.journal.retention;

import io.interlude.domain.identity.OrgId;
import java.util.Set;

/// The retention of orgs' events.
@FunctionalInterface
public interface KeptEvents {
    /// The first epoch whose events the org keeps whole; 0 for all.
    int firstKept(OrgId orgId);

    /// Attributes of requests that the org's reports are by: they are part of its numbers, so they
    /// stay for ever.
    default Set<String> reportedAttributes(OrgId orgId) {
        return Set.of();
    }
}
