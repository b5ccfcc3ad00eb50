package io.interlude.context.engine;

import io.interlude.context.relevance.ContextWeights;
import java.util.Locale;

/// An embedder, with what was chosen for it by measurement (see the module's README).
public enum EmbedderKind {
    /// Token vectors added up: microseconds.
    STATIC(0, 1.15),
    /// The sentence transformer: milliseconds.
    TRANSFORMER(0.04, 0.6);

    /// Lowest similarity at which a line item serves that names none of its own.
    public static final double DEFAULT_MIN_RELEVANCE = 0.34;

    private final double shift;
    private final double declineAbove;

    EmbedderKind(double shift, double declineAbove) {
        this.shift = shift;
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

    /// How its cosines are read, so that a line item's least similarity means the same whichever
    /// embedder reads.
    public RelevanceScale scale() {
        return new RelevanceScale(1, shift);
    }

    /// Log odds above which a moment is declined. The transformer's are those of both embedders'
    /// classifiers together.
    public double declineAbove() {
        return declineAbove;
    }
}
