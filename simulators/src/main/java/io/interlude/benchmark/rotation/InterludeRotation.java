package io.interlude.benchmark.rotation;

import io.interlude.domain.rotation.CreativeEngagement;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.EngagementFold;
import io.interlude.domain.rotation.RotationPolicy;
import io.interlude.domain.rotation.RotationStamp;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;

/// The product's own rotation and its own fold. Fetches are known at once, as they are on one
/// instance; engagements when they come.
final class InterludeRotation implements Contestant {
    private final SplittableRandom random;
    private final int explorationShareBps;
    private final RotationStamp[] fetchToStamp;
    private CreativeEngagement[] creatives = new CreativeEngagement[0];

    InterludeRotation(int fetches, int explorationShareBps, SplittableRandom random) {
        this.random = random;
        this.explorationShareBps = explorationShareBps;
        this.fetchToStamp = new RotationStamp[fetches];
    }

    @Override
    public int serve(int fetch, int available) {
        int before = creatives.length;
        if (before < available) {
            creatives = Arrays.copyOf(creatives, available);
            Arrays.fill(creatives, before, available, CreativeEngagement.NONE);
        }
        Engagement[] recent =
                Arrays.stream(creatives).map(CreativeEngagement::recent).toArray(Engagement[]::new);
        boolean[] mayServe = new boolean[available];
        Arrays.fill(mayServe, true);
        RotationStamp stamp = RotationStamp.next(recent);
        int chosen = RotationPolicy.adaptive(recent, mayServe, stamp, explorationShareBps, random);
        fetchToStamp[fetch] = stamp;
        add(chosen, CreativeEngagement.served(stamp, Map.of()));
        return chosen;
    }

    @Override
    public void engaged(int fetch, int creative) {
        add(creative, CreativeEngagement.engaged(fetchToStamp[fetch]));
    }

    private void add(int creative, CreativeEngagement more) {
        creatives[creative] = EngagementFold.sum(creatives[creative], more);
    }
}
