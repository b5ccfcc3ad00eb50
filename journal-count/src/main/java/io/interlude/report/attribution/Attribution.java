package io.interlude.report.attribution;

import io.interlude.domain.identity.OrgId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A version of attribution as it was asked for.
///
/// @param changedBy the key or person that asked for it, as records name them
record Attribution(
        OrgId orgId,
        String id,
        String name,
        AttributionRules rules,
        Instant startedAt,
        @Nullable String changedBy) {}
