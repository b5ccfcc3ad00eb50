package io.interlude.domain.rotation;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.random.RandomGenerator;

/// Adaptive rotation over creatives that engage by chance, fetch by fetch, for tests.
final class ARotation {
    final Engagement[] creatives;
    final boolean[] mayServe;
    private final double[] chances;
    private final RandomGenerator random;
    private final Queue<Engaged> late = new ArrayDeque<>();
    private final int shareBps;
    private final int lateness;
    private long fetches;

    private record Engaged(long knownFrom, int creative, RotationStamp stamp) {}

    /// @param chances of each creative to engage
    /// @param lateness fetches until an engagement is known
    ARotation(double[] chances, int shareBps, int lateness, RandomGenerator random) {
        this.chances = chances.clone();
        this.shareBps = shareBps;
        this.lateness = lateness;
        this.random = random;
        creatives = new Engagement[chances.length];
        Arrays.fill(creatives, Engagement.NONE);
        mayServe = new boolean[chances.length];
        Arrays.fill(mayServe, true);
    }

    void changes(int creative, double newChance) {
        chances[creative] = newChance;
    }

    void serve(int count) {
        for (int i = 0; i < count; i++) {
            serveOne();
        }
    }

    /// The creative that was served.
    int serveOne() {
        while (!late.isEmpty() && late.element().knownFrom() <= fetches) {
            Engaged engaged = late.remove();
            add(engaged.creative(), Engagement.engaged(engaged.stamp()));
        }
        RotationStamp stamp = RotationStamp.next(creatives);
        int chosen = RotationPolicy.adaptive(creatives, mayServe, stamp, shareBps, random);
        add(chosen, Engagement.served(stamp));
        fetches++;
        if (random.nextDouble() < chances[chosen]) {
            late.add(new Engaged(fetches + lateness, chosen, stamp));
        }
        return chosen;
    }

    private void add(int creative, Engagement more) {
        CreativeEngagement before = new CreativeEngagement(0, creatives[creative], Map.of());
        CreativeEngagement after = new CreativeEngagement(0, more, Map.of());
        creatives[creative] = EngagementFold.sum(before, after).recent();
    }
}
