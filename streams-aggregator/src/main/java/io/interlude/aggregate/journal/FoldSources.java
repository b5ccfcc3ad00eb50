package io.interlude.aggregate.journal;

import static java.util.Objects.requireNonNull;

import io.interlude.aggregate.matching.ServedFlows;
import io.interlude.domain.reach.SubscriberHash;

/// What the fold needs to know beside the journal.
///
/// @param flows of the creative versions that were served
/// @param subscriberHash what stands for a subscriber in reach
public record FoldSources(ServedFlows flows, SubscriberHash subscriberHash) {
    public FoldSources {
        requireNonNull(flows, "flows is null");
        requireNonNull(subscriberHash, "subscriberHash is null");
    }
}
