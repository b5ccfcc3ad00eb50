package io.interlude.ingest.event;

import io.interlude.domain.identity.FetchId;
import io.interlude.schema.EventType;
import io.interlude.web.refusal.Problem;
import org.jspecify.annotations.Nullable;

/// The verdict of the checks on an event.
sealed interface EventVerdict {
    /// To be recorded.
    record Accepted(ReportedEvent event) implements EventVerdict {}

    /// Correct, but of a sandbox fetch: answered as if recorded.
    record Sandboxed(FetchId fetchId) implements EventVerdict {}

    /// Not to be recorded, and why.
    ///
    /// @param type its type as far as it was read, else `UNKNOWN`
    /// @param fetchId its fetch, if that was proven before the fault was found
    record Refused(Problem problem, EventType type, @Nullable FetchId fetchId)
            implements EventVerdict {}
}
