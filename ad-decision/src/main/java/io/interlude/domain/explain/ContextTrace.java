package io.interlude.domain.explain;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.context.TextReading;
import org.jspecify.annotations.Nullable;

/// The record of how a context was read. Holds no word of it.
///
/// @param need how likely the moment carries a need that an ad could answer, 0 to 1; null where
///   that was not judged
/// @param embedder name of the reader, as the setting has it
public record ContextTrace(TextReading text, @Nullable Double need, String embedder) {
    public ContextTrace {
        requireNonNull(text, "text is null");
        requireNonNull(embedder, "embedder is null");
    }
}
