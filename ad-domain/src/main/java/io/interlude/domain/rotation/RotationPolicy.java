package io.interlude.domain.rotation;

import java.util.random.RandomGenerator;

/// Chooses which creative of a line item is served.
public final class RotationPolicy {
    private RotationPolicy() {}

    /// Index of the creative to serve next in adaptive rotation.
    ///
    /// @param creatives how each did, at least one
    public static int adaptive(
            Engagement[] creatives, int explorationShareBps, RandomGenerator random) {
        return creatives.length == 1
                ? 0
                : AdaptiveRotation.choose(creatives, explorationShareBps, random);
    }

    /// Index of the first creative that may serve, from the place in the sequence after `served`
    /// earlier fetches on.
    ///
    /// @param mayServe for each creative in order of position, whether no cap holds it back; at
    ///   least one may
    public static int sequential(boolean[] mayServe, long served) {
        int start = (int) Math.floorMod(served, (long) mayServe.length);
        for (int i = 0; i < mayServe.length; i++) {
            int index = (start + i) % mayServe.length;
            if (mayServe[index]) {
                return index;
            }
        }
        throw new IllegalArgumentException("no creative may serve");
    }

    /// Index of a creative drawn by weight.
    public static int weighted(int[] weights, RandomGenerator random) {
        return WeightedDraw.index(weights, random);
    }
}
