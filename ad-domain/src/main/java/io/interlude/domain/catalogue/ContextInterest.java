package io.interlude.domain.catalogue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The conversations that a line item fits.
///
/// @param topics short texts that say so; without any the line item needs no relevance
/// @param minRelevance lowest cosine similarity at which it serves, -1 to 1; null for the engine's
///   default
/// @param runOfNetwork true when it needs no relevance
/// @param suitableForChildren true when it may serve where a child is known to be
public record ContextInterest(
        List<String> topics,
        @Nullable Double minRelevance,
        boolean runOfNetwork,
        boolean suitableForChildren) {
    public static final ContextInterest NONE = new ContextInterest(List.of(), null, false);

    /// Of a line item that is not known to be suitable for children.
    public ContextInterest(
            List<String> topics, @Nullable Double minRelevance, boolean runOfNetwork) {
        this(topics, minRelevance, runOfNetwork, false);
    }

    public ContextInterest {
        topics = List.copyOf(topics);
    }
}
