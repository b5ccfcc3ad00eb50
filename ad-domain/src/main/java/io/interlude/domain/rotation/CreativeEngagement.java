package io.interlude.domain.rotation;

import java.util.Map;

/// How a creative did, as far as the journal is applied.
///
/// @param fetches fetches served
/// @param engagedFetches of those, the ones with at least one click, choice_tap, nlu_match,
///   handoff_click or flow_complete
/// @param partitionToAppliedOffset for each partition of `ads.fetches`, the last offset that is
///   included
public record CreativeEngagement(
        long fetches, long engagedFetches, Map<Integer, Long> partitionToAppliedOffset) {
    public static final CreativeEngagement NONE = new CreativeEngagement(0, 0, Map.of());

    public CreativeEngagement {
        partitionToAppliedOffset = Map.copyOf(partitionToAppliedOffset);
    }
}
