package io.interlude.domain.rotation;

import io.interlude.domain.outcome.OutcomeFold;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Adds up how a creative did. The order of adding does not matter, not even for the epochs that
/// are kept: an epoch that is among the newest of the whole sum was among the newest of every part.
public final class EngagementFold {
    private EngagementFold() {}

    /// The sum, and of the applied offsets the later ones.
    public static CreativeEngagement sum(CreativeEngagement left, CreativeEngagement right) {
        Map<Integer, Long> latest = new HashMap<>(left.partitionToAppliedOffset());
        right.partitionToAppliedOffset()
                .forEach((partition, offset) -> latest.merge(partition, offset, Math::max));
        return new CreativeEngagement(
                left.engagedFetches() + right.engagedFetches(),
                sum(left.recent(), right.recent()),
                latest,
                OutcomeFold.sum(left.outcomes(), right.outcomes()));
    }

    /// The sum of what rotation goes by, with every epoch of both.
    public static Engagement sum(Engagement left, Engagement right) {
        return new Engagement(
                left.fetches() + right.fetches(),
                Math.max(left.lastServed(), right.lastServed()),
                Math.max(left.lastEngaged(), right.lastEngaged()),
                merge(left.epochs(), right.epochs()));
    }

    /// Both lists are in order, newest epoch first, and so is the result.
    private static List<EngagementEpoch> merge(
            List<EngagementEpoch> left, List<EngagementEpoch> right) {
        if (left.isEmpty() || right.isEmpty()) {
            return left.isEmpty() ? right : left;
        }
        List<EngagementEpoch> merged = new ArrayList<>(left.size() + right.size());
        int l = 0;
        int r = 0;
        while (l < left.size() && r < right.size()) {
            EngagementEpoch a = left.get(l);
            EngagementEpoch b = right.get(r);
            l += a.epoch() >= b.epoch() ? 1 : 0;
            r += b.epoch() >= a.epoch() ? 1 : 0;
            merged.add(a.epoch() == b.epoch() ? sum(a, b) : a.epoch() > b.epoch() ? a : b);
        }
        merged.addAll(left.subList(l, left.size()));
        merged.addAll(right.subList(r, right.size()));
        return merged;
    }

    private static EngagementEpoch sum(EngagementEpoch left, EngagementEpoch right) {
        return new EngagementEpoch(
                left.epoch(),
                left.fetches() + right.fetches(),
                left.engagedFetches() + right.engagedFetches());
    }
}
