package io.interlude.aggregate.topology;

import static java.util.Objects.requireNonNull;

import org.apache.avro.specific.SpecificRecord;

/// A value of a journal topic, as far as it can be read.
public sealed interface JournalRecord {
    /// An event.
    record Decoded(SpecificRecord event) implements JournalRecord {
        public Decoded {
            requireNonNull(event, "event is null");
        }
    }

    /// Bytes that are no event.
    ///
    /// @param cause one sentence without anything of the bytes
    record Undecodable(String cause) implements JournalRecord {
        public Undecodable {
            requireNonNull(cause, "cause is null");
        }
    }
}
