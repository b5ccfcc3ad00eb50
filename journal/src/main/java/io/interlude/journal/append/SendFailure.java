package io.interlude.journal.append;

import static java.util.Objects.requireNonNull;

/// The reason why a record was not acknowledged.
public record SendFailure(SendOutcome outcome, Exception cause) {
    public SendFailure {
        requireNonNull(outcome, "outcome is null");
        requireNonNull(cause, "cause is null");
    }

    /// The fate of the record.
    public enum SendOutcome {
        /// The producer did not take it: it is not in the topic.
        NOT_SENT,
        /// It is not in the topic and can never be.
        UNWRITABLE,
        /// It may be in the topic, or get there yet.
        UNKNOWN
    }
}
