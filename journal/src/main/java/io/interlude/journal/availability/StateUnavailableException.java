package io.interlude.journal.availability;

/// The state of a partition cannot be read now. Retriable.
public final class StateUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StateUnavailableException(String message) {
        super(message, null, false, false);
    }

    public StateUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
