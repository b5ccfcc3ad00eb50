package io.interlude.state.wire;

import io.interlude.domain.identity.OrgId;
import io.interlude.schema.Granularity;
import java.time.Instant;

/// The org's cells of the granularity that start in `[from, to)`.
public record CellRange(OrgId orgId, Granularity granularity, Instant from, Instant to) {}
