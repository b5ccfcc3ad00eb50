package io.interlude.domain.rotation;

import java.util.random.RandomGenerator;

/// Draws from a beta distribution, as the ratio of two gamma draws (Marsaglia and Tsang, "A simple
/// method for generating gamma variables", 2000).
final class BetaDistribution {
    private BetaDistribution() {}

    /// A draw from Beta(alpha, beta), both at least 1.
    static double draw(double alpha, double beta, RandomGenerator random) {
        double x = gamma(alpha, random);
        double y = gamma(beta, random);
        return x / (x + y);
    }

    /// A draw from Gamma(shape, 1). The loop ends after 1.05 rounds on average.
    private static double gamma(double shape, RandomGenerator random) {
        double d = shape - 1.0 / 3.0;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double normal = random.nextGaussian();
            double v = 1 + c * normal;
            if (v <= 0) {
                continue;
            }
            double cube = v * v * v;
            double u = 1 - random.nextDouble(); // (0, 1]: its logarithm is finite
            if (Math.log(u) < 0.5 * normal * normal + d - d * cube + d * Math.log(cube)) {
                return d * cube;
            }
        }
    }
}
