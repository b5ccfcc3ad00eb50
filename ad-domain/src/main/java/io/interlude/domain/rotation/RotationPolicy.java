package io.interlude.domain.rotation;

import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// Chooses which creative of a line item is served.
public final class RotationPolicy {
    private RotationPolicy() {}

    /// Index of the creative to serve next in adaptive rotation.
    ///
    /// @param creatives how each creative of the line item did, at least one
    /// @param mayServe for each, whether no cap holds it back; at least one may
    /// @param stamp where in the life of the rotation this fetch is
    public static int adaptive(
            Engagement[] creatives,
            boolean[] mayServe,
            RotationStamp stamp,
            int explorationShareBps,
            RandomGenerator random) {
        return creatives.length == 1
                ? 0
                : AdaptiveRotation.choose(creatives, mayServe, stamp, explorationShareBps, random);
    }

    /// How [#adaptive] comes to its choice with the same arguments, of two creatives at least.
    public static AdaptiveTrace traceAdaptive(
            Engagement[] creatives,
            boolean[] mayServe,
            RotationStamp stamp,
            int explorationShareBps,
            RandomGenerator random) {
        return AdaptiveRotation.trace(creatives, mayServe, stamp, explorationShareBps, random);
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

    /// Index of a creative drawn by weight, among those that may serve.
    ///
    /// @param mayServe for each creative, whether no cap holds it back; at least one may
    public static int weighted(int[] weights, boolean[] mayServe, RandomGenerator random) {
        int[] free = IntStream.range(0, weights.length).filter(i -> mayServe[i]).toArray();
        int[] freeWeights = IntStream.of(free).map(i -> weights[i]).toArray();
        return free[WeightedDraw.index(freeWeights, random)];
    }
}
