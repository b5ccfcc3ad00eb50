package io.interlude.fetch.boot;

import io.interlude.context.engine.EmbedderKind;
import io.interlude.web.settings.InvalidSettingsException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings `interlude.context.*`.
///
/// @param embedder `static` reads a context in microseconds, `transformer` better, in milliseconds
/// @param transformerThreads how many contexts the transformer reads at a time, one thread each,
///   from 1
/// @param transformerBudget how long a fetch waits for the transformer, up to 2 s; after that the
///   static embedder reads
/// @param appropriateness whether sensitive moments are declined
record ContextEngineSettings(
        @DefaultValue("static") EmbedderKind embedder,
        @DefaultValue("1") int transformerThreads,
        @DefaultValue("100ms") Duration transformerBudget,
        @DefaultValue("true") boolean appropriateness) {
    private static final Duration LONGEST_BUDGET = Duration.ofSeconds(2);

    ContextEngineSettings {
        List<String> violations = new ArrayList<>();
        if (transformerThreads < 1) {
            violations.add("transformer-threads is not 1 or more: " + transformerThreads);
        }
        if (!transformerBudget.isPositive() || transformerBudget.compareTo(LONGEST_BUDGET) > 0) {
            violations.add("transformer-budget is not up to 2 s: " + transformerBudget);
        }
        if (!violations.isEmpty()) {
            throw new InvalidSettingsException(violations);
        }
    }
}
