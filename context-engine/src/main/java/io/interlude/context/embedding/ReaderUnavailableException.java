package io.interlude.context.embedding;

/// A reader did not read. Its message holds no word of what was to be read, and no answer of the
/// reader's, which may repeat it; for the same reason it has no cause.
public final class ReaderUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// @param reason in words of the product's own
    public ReaderUnavailableException(String reason) {
        super(reason, null, false, false);
    }
}
