package io.interlude.schema.client;

/// The fault of a schema because of which a record could not be written or read.
public enum SchemaFault {
    /// The registry gave no answer in time, or failed inside. The same call may work later.
    REGISTRY_UNAVAILABLE(true),
    /// The registry knows no such id, subject or version.
    UNKNOWN_SCHEMA(false),
    /// The registry or the serde's settings do not admit the schema: invalid, incompatible, or the
    /// caller lacks the right.
    SCHEMA_REFUSED(false),
    /// The bytes are not a record in Confluent's wire format, or do not fit their schema.
    MALFORMED_RECORD(false);

    private final boolean retriable;

    SchemaFault(boolean retriable) {
        this.retriable = retriable;
    }

    /// True when the same call may succeed later without any change.
    public boolean retriable() {
        return retriable;
    }
}
