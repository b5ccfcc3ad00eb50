package io.interlude.journal.availability;

/// The journal did not acknowledge an append in time. Retriable.
public final class JournalUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JournalUnavailableException(Throwable cause) {
        super("the journal did not acknowledge in time", cause);
    }

    /// @param message what the journal lacks
    public JournalUnavailableException(String message) {
        super(message);
    }
}
