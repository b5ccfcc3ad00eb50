package io.interlude.domain.context;

import io.interlude.domain.catalogue.ContextInterest;
import org.jspecify.annotations.Nullable;

/// Whether a line item is near enough to a conversation.
public final class RelevancePolicy {
    private RelevancePolicy() {}

    /// Whether the line item serves only in conversations that it is relevant to. One that is
    /// marked as run of network, or names no topics, does not.
    public static boolean needsRelevance(ContextInterest interest) {
        return !interest.runOfNetwork() && !interest.topics().isEmpty();
    }

    /// Lowest similarity at which the line item serves: its own, else the engine's default.
    public static double minRelevance(ContextInterest interest, double engineDefault) {
        @Nullable Double own = interest.minRelevance();
        return own == null ? engineDefault : own;
    }
}
