package io.interlude.schema.client;

import static java.util.Objects.requireNonNull;

import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/// A record could not be serialised or deserialised, or a call to the registry failed; [#fault()]
/// says why and whether a retry makes sense. It is Kafka's own exception type, so that clients and
/// Streams treat it as theirs.
public final class SchemaException extends SerializationException {
    private static final long serialVersionUID = 1L;

    private final SchemaFault fault;

    public SchemaException(SchemaFault fault, String message) {
        this(fault, message, null);
    }

    public SchemaException(SchemaFault fault, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.fault = requireNonNull(fault, "fault is null");
    }

    public SchemaFault fault() {
        return fault;
    }

    /// True when the same call may succeed later without any change.
    public boolean retriable() {
        return fault.retriable();
    }
}
