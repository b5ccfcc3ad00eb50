package io.interlude.context.engine;

import io.interlude.context.relevance.ContextWeights;
import java.util.Locale;

/// An embedder, with what was chosen for it by measurement (see the module's README).
public enum EmbedderKind {
    /// Token vectors added up: microseconds.
    STATIC(0.34, 1.15),
    /// The sentence transformer: milliseconds.
    TRANSFORMER(0.26, 0.9);

    private final double defaultMinRelevance;
    private final double declineAbove;

    EmbedderKind(double defaultMinRelevance, double declineAbove) {
        this.defaultMinRelevance = defaultMinRelevance;
        this.declineAbove = declineAbove;
    }

    /// The name by which settings and records know it.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// How much each turn counts.
    public ContextWeights weights() {
        return switch (this) {
            case STATIC -> ContextWeights.STATIC;
            case TRANSFORMER -> ContextWeights.TRANSFORMER;
        };
    }

    /// Lowest similarity at which a line item serves that names none of its own.
    public double defaultMinRelevance() {
        return defaultMinRelevance;
    }

    /// Log odds above which a moment is declined.
    public double declineAbove() {
        return declineAbove;
    }
}
