package io.interlude.domain.rotation;

import java.util.HashMap;
import java.util.Map;

/// Adds up how a creative did. The order of adding does not matter.
public final class EngagementFold {
    private EngagementFold() {}

    /// The sum, and of the applied offsets the later ones.
    public static CreativeEngagement sum(CreativeEngagement left, CreativeEngagement right) {
        Map<Integer, Long> latest = new HashMap<>(left.partitionToAppliedOffset());
        right.partitionToAppliedOffset()
                .forEach((partition, offset) -> latest.merge(partition, offset, Math::max));
        return new CreativeEngagement(
                left.fetches() + right.fetches(),
                left.engagedFetches() + right.engagedFetches(),
                latest);
    }
}
