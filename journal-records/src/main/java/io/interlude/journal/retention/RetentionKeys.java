package io.interlude.journal.retention;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.retention.EpochKeys;
import java.util.Optional;

/// The keys of orgs that keep their events for some time only. Safe for use by many threads; never
/// waits.
public interface RetentionKeys {
    /// Whether the org has keys, known here or not: then events are not written as they are.
    boolean has(OrgId orgId);

    /// The org's keys; empty where it has none, and while they are not known.
    Optional<EpochKeys> of(OrgId orgId);
}
