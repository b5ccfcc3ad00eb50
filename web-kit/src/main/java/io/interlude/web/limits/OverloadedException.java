package io.interlude.web.limits;

/// A request would take more of the process than the share of its owner. It is to be refused as
/// `overloaded`. Carries no stack trace: it is an answer, not a fault.
public final class OverloadedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// @param message says what is too much, in the words of the answer
    public OverloadedException(String message) {
        super(message, null, false, false);
    }
}
