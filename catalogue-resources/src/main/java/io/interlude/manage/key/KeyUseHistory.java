package io.interlude.manage.key;

import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import io.interlude.web.access.KeyUses.Day;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The uses of keys. Shows the counts of this process at once, and those of others within a minute.
/// Never waits.
public interface KeyUseHistory {
    /// The days of the last 92 on which a request came with the key, newest first.
    List<Day> days(OrgId orgId, KeyId keyId);

    /// The time of the last admitted request with the key; empty for one that was never used.
    Optional<Instant> lastUsedAt(OrgId orgId, KeyId keyId);
}
