package io.interlude.domain.rotation;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/// The share of the fetches that each creative gets whatever its engagement: of K creatives each
/// has one fetch in every `K / explorationShare` of them, so at least `explorationShare / K` of any
/// stretch. It steps in at the last moment, when a creative was not served for that long; one that
/// sampling serves more often it never touches.
///
/// Creatives that fall due together are served one after the other, the first one ahead of its
/// time: earliest deadline first, which keeps every deadline as long as the share is at most 1 (Liu
/// and Layland, "Scheduling algorithms for multiprogramming in a hard-real-time environment",
/// 1973).
///
/// Some creatives are late through no fault of the rotation: newcomers, those that a cap held back,
/// and all of them when other instances serve the same line item. What is more than K fetches late
/// is served in `explorationShare` of the fetches, not in all, so that it does not silence
/// creatives that are known to be good.
final class ExplorationGuarantee {
    private static final int BPS = 10_000;
    private static final int NOTHING_DUE = -1;

    private ExplorationGuarantee() {}

    /// Index of the creative whose guarantee needs this fetch, or -1 when none does.
    static int due(
            Engagement[] creatives,
            boolean[] mayServe,
            long sequence,
            int explorationShareBps,
            RandomGenerator random) {
        if (explorationShareBps == 0) {
            return NOTHING_DUE;
        }
        long period = (long) creatives.length * BPS / explorationShareBps;
        long[] slacks = new long[creatives.length];
        int urgent = NOTHING_DUE;
        for (int i = 0; i < creatives.length; i++) {
            slacks[i] =
                    mayServe[i]
                            ? slack(creatives[i], sequence, period, creatives.length)
                            : Long.MAX_VALUE;
            if (mayServe[i] && (urgent < 0 || slacks[i] < slacks[urgent])) {
                urgent = i;
            }
        }
        if (urgent >= 0 && slacks[urgent] < -creatives.length) {
            return random.nextInt(BPS) < explorationShareBps ? urgent : NOTHING_DUE;
        }
        return anyDue(slacks) ? urgent : NOTHING_DUE;
    }

    /// Fetches that may go to others before this creative's deadline.
    private static long slack(Engagement creative, long sequence, long period, int count) {
        return creative.lastServed() == Engagement.NEVER
                ? -count - 1L
                : period - (sequence - creative.lastServed());
    }

    /// Whether a deadline cannot be kept by waiting: before it, all the more urgent creatives must
    /// be served too.
    private static boolean anyDue(long[] slacks) {
        long[] ascending = slacks.clone();
        Arrays.sort(ascending);
        for (int before = 0; before < ascending.length; before++) {
            if (ascending[before] <= before) {
                return true;
            }
        }
        return false;
    }
}
