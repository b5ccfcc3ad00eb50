package io.interlude.ingest.rejected;

import io.interlude.catalogue.key.Caller;
import io.interlude.domain.identity.FetchId;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.web.refusal.Problem;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// An event that was refused, as it came in.
///
/// @param fetchId its fetch, only if that is proven
public record Rejection(
        Caller caller,
        EventType type,
        @Nullable FetchId fetchId,
        EventSource source,
        Instant receivedAt,
        Problem problem,
        ObjectNode body) {}
