package io.interlude.domain.explain;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.context.TextReading;

/// What is kept of how a context was read. No word of it.
///
/// @param embedder name of the reader, as the setting has it
public record ContextTrace(TextReading text, String embedder) {
    public ContextTrace {
        requireNonNull(text, "text is null");
        requireNonNull(embedder, "embedder is null");
    }
}
