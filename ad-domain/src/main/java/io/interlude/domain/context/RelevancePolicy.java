package io.interlude.domain.context;

import io.interlude.domain.catalogue.ContextInterest;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Decides whether a line item is near enough to a conversation.
public final class RelevancePolicy {
    private RelevancePolicy() {}

    /// Whether the line item serves only in conversations that it is relevant to. One that is
    /// marked as run of network, or names no topics, does not.
    public static boolean needsRelevance(ContextInterest interest) {
        return !interest.runOfNetwork() && !interest.topics().isEmpty();
    }

    /// Whether the two name the same topics, case and order aside: then both are as near to any
    /// conversation.
    public static boolean sameTopics(ContextInterest one, ContextInterest other) {
        return topics(one).equals(topics(other));
    }

    private static Set<String> topics(ContextInterest interest) {
        return interest.topics().stream()
                .map(String::strip)
                .collect(
                        Collectors.toCollection(
                                () -> new TreeSet<>(String.CASE_INSENSITIVE_ORDER)));
    }

    /// Lowest similarity at which the line item serves: its own, else the engine's default.
    public static double minRelevance(ContextInterest interest, double engineDefault) {
        @Nullable Double own = interest.minRelevance();
        return own == null ? engineDefault : own;
    }
}
