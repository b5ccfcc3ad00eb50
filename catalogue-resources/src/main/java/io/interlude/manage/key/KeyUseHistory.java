package io.interlude.manage.key;

import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import io.interlude.web.access.KeyUses.Day;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What keys were used for. Knows what this process counted at once, and what others did within a
/// minute. Never waits.
public interface KeyUseHistory {
    /// The days of the last 92 on which a request came with the key, newest first.
    List<Day> days(OrgId orgId, KeyId keyId);

    /// When the last request with the key was let in; empty for one that was never used.
    Optional<Instant> lastUsedAt(OrgId orgId, KeyId keyId);
}
