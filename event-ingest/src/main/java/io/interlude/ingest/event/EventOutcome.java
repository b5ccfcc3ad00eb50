package io.interlude.ingest.event;

import io.interlude.web.refusal.ErrorMapping;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.util.UUID;

/// The outcome of a reported event.
public sealed interface EventOutcome {
    /// Durable.
    record Recorded(UUID eventId) implements EventOutcome {}

    /// Correct and thrown away, because its fetch is of the sandbox.
    record Discarded(UUID eventId) implements EventOutcome {}

    /// Not recorded.
    record Declined(Problem problem) implements EventOutcome {
        /// Declined by the journal.
        ///
        /// @param failure of its append: the org may write no more, or the journal is away
        /// @param unavailable the description for one that is away
        public static Declined unrecorded(Throwable failure, String unavailable) {
            return new Declined(
                    ErrorMapping.problem(failure)
                            .filter(known -> known.reason() == Reason.OVERLOADED)
                            .orElseGet(() ->
                                    Problem.of(Reason.JOURNAL_UNAVAILABLE, unavailable)
                                            .withHeader("Retry-After", "1")));
        }
    }
}
