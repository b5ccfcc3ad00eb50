package io.interlude.domain.rotation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;

/// Adaptive rotation: discounted Thompson sampling with a guaranteed share of exploration.
///
/// Each creative's chance to engage has a beta posterior; one draw from each is made and the
/// highest is served, so that a creative is served about as often as it is likely to be the best
/// (Thompson, "On the likelihood that one unknown probability exceeds another in view of the
/// evidence of two samples", 1933; its regret is asymptotically the least possible: Kaufmann, Korda
/// and Munos 2012, Agrawal and Goyal 2013). [ExplorationGuarantee] comes before the draw.
///
/// What differs from the textbook was measured with `benchmarks/rotation`:
///
/// - Old evidence is forgotten, and fetches that wait for feedback do not count: [Evidence].
/// - Before its own evidence a creative is thought to engage like all of them together, with the
///   weight of one engagement. The uniform prior expects every second fetch to engage and must be
///   disappointed by each creative in turn.
/// - Evidence and prior count [#SHARPNESS] times, which makes the draws less wide: less regret, at
///   a risk of settling too early (Chapelle and Li, "An empirical evaluation of Thompson sampling",
///   2011, section 3), against which the guarantee and the forgetting stand.
final class AdaptiveRotation {
    private static final double SHARPNESS = 3;

    /// The guess before any evidence: one engaged fetch in twenty.
    private static final double GUESSED_FETCHES = 20;

    private static final double LARGEST_PRIOR_MEAN = 0.5;

    private AdaptiveRotation() {}

    static int choose(
            Engagement[] creatives,
            boolean[] mayServe,
            RotationStamp stamp,
            int explorationShareBps,
            RandomGenerator random) {
        int due =
                ExplorationGuarantee.due(
                        creatives, mayServe, stamp.sequence(), explorationShareBps, random);
        return due >= 0 ? due : sample(new Evidence(creatives, stamp), mayServe, random);
    }

    /// Decides as [#choose] does with the same random numbers, and tells how.
    static AdaptiveTrace trace(
            Engagement[] creatives,
            boolean[] mayServe,
            RotationStamp stamp,
            int explorationShareBps,
            RandomGenerator random) {
        List<Posterior> posteriors = posteriors(creatives, stamp);
        int due =
                ExplorationGuarantee.due(
                        creatives, mayServe, stamp.sequence(), explorationShareBps, random);
        if (due >= 0) {
            List<OptionalDouble> none =
                    Collections.nCopies(creatives.length, OptionalDouble.empty());
            return new AdaptiveTrace(due, true, posteriors, none);
        }
        List<OptionalDouble> draws = new ArrayList<>();
        int best = -1;
        double highest = -1;
        for (int i = 0; i < mayServe.length; i++) {
            if (!mayServe[i]) {
                draws.add(OptionalDouble.empty());
                continue;
            }
            Posterior posterior = posteriors.get(i);
            double draw = BetaDistribution.draw(posterior.alpha(), posterior.beta(), random);
            draws.add(OptionalDouble.of(draw));
            if (draw > highest) {
                highest = draw;
                best = i;
            }
        }
        return new AdaptiveTrace(best, false, posteriors, draws);
    }

    /// What each creative's draw would come from.
    static List<Posterior> posteriors(Engagement[] creatives, RotationStamp stamp) {
        Evidence evidence = new Evidence(creatives, stamp);
        double priorIgnored = priorIgnored(evidence);
        List<Posterior> posteriors = new ArrayList<>();
        for (int i = 0; i < creatives.length; i++) {
            posteriors.add(new Posterior(alpha(evidence, i), beta(evidence, i, priorIgnored)));
        }
        return posteriors;
    }

    private static int sample(Evidence evidence, boolean[] mayServe, RandomGenerator random) {
        double priorIgnored = priorIgnored(evidence);
        int best = -1;
        double highest = -1;
        for (int i = 0; i < mayServe.length; i++) {
            double draw = mayServe[i] ? draw(evidence, i, priorIgnored, random) : -1;
            if (draw > highest) {
                highest = draw;
                best = i;
            }
        }
        if (best < 0) {
            throw new IllegalArgumentException("no creative may serve");
        }
        return best;
    }

    /// Fetches without engagement to one with, over all creatives.
    private static double priorIgnored(Evidence evidence) {
        double fetches = GUESSED_FETCHES;
        double engaged = 1;
        for (int i = 0; i < evidence.creatives(); i++) {
            fetches += evidence.fetches(i);
            engaged += evidence.engaged(i);
        }
        double mean = Math.min(LARGEST_PRIOR_MEAN, engaged / fetches);
        return (1 - mean) / mean;
    }

    private static double draw(
            Evidence evidence, int creative, double priorIgnored, RandomGenerator random) {
        return BetaDistribution.draw(
                alpha(evidence, creative), beta(evidence, creative, priorIgnored), random);
    }

    private static double alpha(Evidence evidence, int creative) {
        return SHARPNESS * (1 + evidence.engaged(creative));
    }

    private static double beta(Evidence evidence, int creative, double priorIgnored) {
        double ignored = evidence.fetches(creative) - evidence.engaged(creative);
        return SHARPNESS * (priorIgnored + ignored);
    }
}
