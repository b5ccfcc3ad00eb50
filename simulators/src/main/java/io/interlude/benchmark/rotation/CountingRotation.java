package io.interlude.benchmark.rotation;

import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/// Rotation of the textbooks: two counts for each creative, and the creative of the highest score
/// is served, but for a share of the fetches that is drawn uniformly.
final class CountingRotation implements Contestant {
    private final double uniformShare;
    private final ToDoubleFunction<Counts> score;
    private final SplittableRandom random;
    private final long[] fetches;
    private final long[] engaged;

    /// The input of a score.
    ///
    /// @param total fetches of all creatives
    record Counts(long fetches, long engaged, long total, SplittableRandom random) {}

    CountingRotation(
            int creatives,
            double uniformShare,
            ToDoubleFunction<Counts> score,
            SplittableRandom random) {
        this.uniformShare = uniformShare;
        this.score = score;
        this.random = random;
        this.fetches = new long[creatives];
        this.engaged = new long[creatives];
    }

    /// Draws from the posterior Beta(1 + engaged, 1 + not engaged); Thompson 1933.
    static double thompson(Counts counts) {
        double x = gamma(1 + (double) counts.engaged(), counts.random());
        double ignored = (double) (counts.fetches() - counts.engaged());
        double y = gamma(1 + ignored, counts.random());
        return x / (x + y);
    }

    /// The share that engaged; ties, and creatives never served, at random first.
    static double mean(Counts counts) {
        double tie = counts.random().nextDouble() * 1e-9;
        return counts.fetches() == 0 ? 1 + tie : (double) counts.engaged() / counts.fetches() + tie;
    }

    /// Upper confidence bound; Auer, Cesa-Bianchi and Fischer 2002.
    static double ucb1(Counts counts) {
        return counts.fetches() == 0
                ? Double.MAX_VALUE
                : mean(counts)
                        + Math.sqrt(2 * Math.log((double) counts.total()) / counts.fetches());
    }

    @Override
    public int serve(int fetch, int available) {
        int chosen =
                random.nextDouble() < uniformShare ? random.nextInt(available) : best(available);
        fetches[chosen]++;
        return chosen;
    }

    @Override
    public void engaged(int fetch, int creative) {
        engaged[creative]++;
    }

    private int best(int available) {
        long total = 0;
        for (long served : fetches) {
            total += served;
        }
        int best = 0;
        double highest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < available; i++) {
            double scored = score.applyAsDouble(new Counts(fetches[i], engaged[i], total, random));
            if (scored > highest) {
                highest = scored;
                best = i;
            }
        }
        return best;
    }

    /// A draw from Gamma(shape, 1), shape at least 1; Marsaglia and Tsang 2000.
    private static double gamma(double shape, SplittableRandom random) {
        double d = shape - 1.0 / 3.0;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double normal = random.nextGaussian();
            double v = Math.pow(1 + c * normal, 3);
            if (v > 0
                    && Math.log(1 - random.nextDouble())
                            < 0.5 * normal * normal + d - d * v + d * Math.log(v)) {
                return d * v;
            }
        }
    }
}
