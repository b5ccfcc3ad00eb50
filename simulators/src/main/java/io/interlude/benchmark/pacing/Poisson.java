package io.interlude.benchmark.pacing;

import java.util.random.RandomGenerator;

/// Poisson numbers.
final class Poisson {
    private static final double LARGEST_STEP = 500;

    private Poisson() {}

    /// Knuth's method, in steps that keep the product of uniform numbers above zero.
    static int draw(double mean, RandomGenerator random) {
        int drawn = 0;
        for (double rest = mean; rest > 0; rest -= LARGEST_STEP) {
            double limit = Math.exp(-Math.min(rest, LARGEST_STEP));
            double product = random.nextDouble();
            while (product > limit) {
                drawn++;
                product *= random.nextDouble();
            }
        }
        return drawn;
    }
}
