package io.interlude.domain.rotation;

import java.util.random.RandomGenerator;

/// Adaptive rotation: Thompson sampling with a guaranteed share of exploration.
///
/// Each creative's chance to engage has the posterior Beta(1 + engaged, 1 + not engaged); one draw
/// from each is made and the highest is served, so a creative is served as often as it is likely to
/// be the best.
///
/// Of the fetches of K creatives each is guaranteed `explorationShare / K`: one that the next fetch
/// would leave a whole fetch short of that is served instead. A creative far behind (it came later
/// than the others) is drawn ahead in only `explorationShare` of the fetches until it has caught
/// up, so that a newcomer does not silence creatives that are known to be good.
final class AdaptiveRotation {
    private static final double BPS = 10_000.0;

    /// Fetches behind up to which a creative is served at once.
    private static final long SHORT_LAG = 2;

    private AdaptiveRotation() {}

    static int choose(Engagement[] creatives, int explorationShareBps, RandomGenerator random) {
        double share = explorationShareBps / BPS;
        int neglected = mostNeglected(creatives, share / creatives.length);
        if (neglected >= 0) {
            long lag = lag(creatives[neglected], share / creatives.length, total(creatives));
            if (lag <= SHORT_LAG || random.nextDouble() < share) {
                return neglected;
            }
        }
        return sample(creatives, random);
    }

    /// The creative furthest short of its guarantee, or -1 when none is.
    private static int mostNeglected(Engagement[] creatives, double guarantee) {
        long total = total(creatives);
        int neglected = -1;
        long largest = 0;
        for (int i = 0; i < creatives.length; i++) {
            long lag = lag(creatives[i], guarantee, total);
            if (lag > largest) {
                largest = lag;
                neglected = i;
            }
        }
        return neglected;
    }

    private static long lag(Engagement creative, double guarantee, long total) {
        return (long) Math.floor(guarantee * (total + 1)) - creative.fetches();
    }

    private static long total(Engagement[] creatives) {
        long total = 0;
        for (Engagement creative : creatives) {
            total += creative.fetches();
        }
        return total;
    }

    private static int sample(Engagement[] creatives, RandomGenerator random) {
        int best = 0;
        double highest = -1;
        for (int i = 0; i < creatives.length; i++) {
            Engagement creative = creatives[i];
            // An engagement may be applied before its fetch is.
            long ignored = Math.max(0, creative.fetches() - creative.engagedFetches());
            double draw =
                    BetaDistribution.draw(1.0 + creative.engagedFetches(), 1.0 + ignored, random);
            if (draw > highest) {
                highest = draw;
                best = i;
            }
        }
        return best;
    }
}
