package io.interlude.domain.rotation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// The outlook of a rotation for its next fetches, if nothing more became known and no cap held a
/// creative back.
///
/// @param stamp of the next fetch
/// @param floor share that exploration guarantees to each creative, 0 to 1
/// @param creatives in the order of the rotation
public record RotationOutlook(RotationStamp stamp, double floor, List<CreativeOutlook> creatives) {
    private static final int BPS = 10_000;
    private static final int DRAWS = 20_000;

    /// Draws of all creatives together: half a second of them.
    private static final int DRAWS_MAX = 4_000_000;

    private static final int ROUNDS = 200;

    public RotationOutlook {
        creatives = List.copyOf(creatives);
    }

    /// One of the creatives.
    ///
    /// @param posterior what adaptive rotation draws from; null in other modes
    /// @param share of the next fetches, 0 to 1
    public record CreativeOutlook(
            Engagement engagement, @Nullable Posterior posterior, double share) {}

    /// The outlook of a rotation.
    ///
    /// @param creatives how each did, in the order of the rotation
    /// @param weights of each
    public static RotationOutlook of(Rotation rotation, Engagement[] creatives, int[] weights) {
        RotationStamp stamp = RotationStamp.next(creatives);
        return switch (rotation.mode()) {
            case ADAPTIVE -> adaptive(rotation.explorationShareBps(), creatives, stamp);
            case WEIGHTED -> plain(creatives, stamp, weightShares(weights));
            case SEQUENTIAL -> {
                double[] equal = new double[creatives.length];
                Arrays.fill(equal, 1.0 / Math.max(1, creatives.length));
                yield plain(creatives, stamp, equal);
            }
        };
    }

    private static RotationOutlook plain(
            Engagement[] creatives, RotationStamp stamp, double[] shares) {
        List<CreativeOutlook> outlooks = new ArrayList<>();
        for (int i = 0; i < creatives.length; i++) {
            outlooks.add(new CreativeOutlook(creatives[i], null, shares[i]));
        }
        return new RotationOutlook(stamp, 0, outlooks);
    }

    private static double[] weightShares(int[] weights) {
        double sum = Arrays.stream(weights).map(weight -> Math.max(1, weight)).sum();
        return Arrays.stream(weights).mapToDouble(weight -> Math.max(1, weight) / sum).toArray();
    }

    private static RotationOutlook adaptive(
            int explorationShareBps, Engagement[] creatives, RotationStamp stamp) {
        List<Posterior> posteriors = AdaptiveRotation.posteriors(creatives, stamp);
        double[] shares = guaranteed(sampled(posteriors), explorationShareBps);
        List<CreativeOutlook> outlooks = new ArrayList<>();
        for (int i = 0; i < creatives.length; i++) {
            outlooks.add(new CreativeOutlook(creatives[i], posteriors.get(i), shares[i]));
        }
        double floor = (double) explorationShareBps / BPS / Math.max(1, creatives.length);
        return new RotationOutlook(stamp, floor, outlooks);
    }

    /// How often each one's draw is the highest: the rotation's own draws, many times, always with
    /// the same random numbers. The standard error is at most 0.0036; of more than 200 creatives it
    /// is larger, since fewer draws are made.
    private static double[] sampled(List<Posterior> posteriors) {
        double[] shares = new double[posteriors.size()];
        if (shares.length < 2) {
            Arrays.fill(shares, 1);
            return shares;
        }
        SplittableRandom random = new SplittableRandom(0);
        int draws = Math.clamp(DRAWS_MAX / shares.length, 1, DRAWS);
        for (int n = 0; n < draws; n++) {
            int best = -1;
            double highest = -1;
            for (int i = 0; i < shares.length; i++) {
                Posterior posterior = posteriors.get(i);
                double draw = BetaDistribution.draw(posterior.alpha(), posterior.beta(), random);
                if (draw > highest) {
                    highest = draw;
                    best = i;
                }
            }
            shares[best] += 1.0 / draws;
        }
        return shares;
    }

    /// With the guarantee. A creative that is sampled with the chance q, and served after `period`
    /// fetches without it, gets q / (1 - (1 - q)^period): the renewals of its deadline. What is
    /// served by the guarantee, nobody is sampled for; the two are balanced by iteration.
    private static double[] guaranteed(double[] sampled, int explorationShareBps) {
        if (explorationShareBps == 0 || sampled.length < 2) {
            return sampled;
        }
        double period = (double) sampled.length * BPS / explorationShareBps;
        double[] shares = sampled;
        double forced = 0;
        for (int round = 0; round < ROUNDS; round++) {
            shares = new double[sampled.length];
            double sum = 0;
            for (int i = 0; i < sampled.length; i++) {
                double chance = sampled[i] * (1 - forced);
                shares[i] = renewed(chance, period);
                sum += shares[i] - chance;
            }
            forced = (forced + Math.min(1, sum)) / 2;
        }
        double sum = Arrays.stream(shares).sum();
        return Arrays.stream(shares).map(share -> share / sum).toArray();
    }

    private static double renewed(double chance, double period) {
        double missed = -Math.expm1(period * Math.log1p(-Math.min(chance, 1 - 1e-12)));
        return missed < 1e-12 ? 1 / period : chance / missed;
    }
}
