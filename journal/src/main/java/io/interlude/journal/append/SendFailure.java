package io.interlude.journal.append;

import static java.util.Objects.requireNonNull;

/// The reason why a record was not acknowledged.
public record SendFailure(Fate fate, Exception cause) {
    public SendFailure {
        requireNonNull(fate, "fate is null");
        requireNonNull(cause, "cause is null");
    }

    /// What became of the record.
    public enum Fate {
        /// The producer did not take it: it is not in the topic.
        NOT_SENT,
        /// It is not in the topic and can never be.
        UNWRITABLE,
        /// It may be in the topic, or get there yet.
        UNKNOWN
    }
}
