package io.interlude.web.settings;

import org.jspecify.annotations.Nullable;

/// The process must not, or need not, start. Its message is a sentence for whoever started it, and
/// quotes no secret.
public final class CannotStartException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public CannotStartException(String sentence) {
        this(sentence, null);
    }

    public CannotStartException(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }
}
