package io.interlude.state.wire;

/// A question or an answer about state that is none: another version's, or not of this service.
public final class MalformedStateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedStateException() {
        super("not a form of this version", null, false, false);
    }
}
