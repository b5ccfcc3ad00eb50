package io.interlude.fetch.boot;

import io.interlude.context.engine.ContextSettings;
import io.interlude.context.engine.EmbedderKind;
import io.interlude.kit.boot.InvalidSettingsException;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings `interlude.context.*`.
///
/// @param embedder `static` reads a context in microseconds, `transformer` better, in milliseconds
/// @param transformerThreads most threads that one reading by the transformer uses, from 1
/// @param appropriateness whether sensitive moments are declined
record ContextEngineSettings(
        @DefaultValue("static") EmbedderKind embedder,
        @DefaultValue("1") int transformerThreads,
        @DefaultValue("true") boolean appropriateness) {
    ContextEngineSettings {
        if (transformerThreads < 1) {
            throw new InvalidSettingsException(
                    List.of("transformer-threads is not 1 or more: " + transformerThreads));
        }
    }

    ContextSettings toContextSettings() {
        return new ContextSettings(embedder, transformerThreads, appropriateness);
    }
}
