package io.interlude.domain.context;

import io.interlude.domain.catalogue.ContextInterest;
import org.jspecify.annotations.Nullable;

/// Whether a line item is near enough to a conversation.
public final class RelevancePolicy {
    /// Lowest similarity at which a line item serves that names none of its own. Measured for the
    /// static embedder; see the context engine's README.
    public static final double DEFAULT_MIN_RELEVANCE = 0.38;

    private RelevancePolicy() {}

    /// Whether the line item serves only in conversations that it is relevant to. One that is
    /// marked as run of network, or names no topics, does not.
    public static boolean needsRelevance(ContextInterest interest) {
        return !interest.runOfNetwork() && !interest.topics().isEmpty();
    }

    public static double minRelevance(ContextInterest interest) {
        @Nullable Double own = interest.minRelevance();
        return own == null ? DEFAULT_MIN_RELEVANCE : own;
    }
}
