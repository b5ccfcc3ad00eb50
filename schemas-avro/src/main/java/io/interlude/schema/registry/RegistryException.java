package io.interlude.schema.registry;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/// The registry did not do what it was asked.
public final class RegistryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final RegistryError error;
    private final String reason;

    public RegistryException(RegistryError error, String reason, @Nullable Throwable cause) {
        super(reason, cause);
        this.error = requireNonNull(error, "error is null");
        this.reason = requireNonNull(reason, "reason is null");
    }

    public RegistryError error() {
        return error;
    }

    /// The message, for people.
    public String reason() {
        return reason;
    }

    /// True when the same call may succeed later.
    public boolean retriable() {
        return error == RegistryError.STORE_FAILED;
    }
}
