package io.interlude.ingest.event;

import io.interlude.web.refusal.Problem;
import java.util.UUID;

/// The outcome of a reported event.
public sealed interface EventOutcome {
    /// Durable.
    record Recorded(UUID eventId) implements EventOutcome {}

    /// Correct and thrown away, because its fetch is of the sandbox.
    record Discarded(UUID eventId) implements EventOutcome {}

    /// Not recorded.
    record Declined(Problem problem) implements EventOutcome {}
}
