package io.interlude.domain.rotation;

/// The estimate of a creative's chance to engage: the beta distribution that its draws come from.
///
/// @param alpha engaged fetches of today's weight, prior included
/// @param beta the same of fetches that did not engage
public record Posterior(double alpha, double beta) {
    public Posterior {
        if (!(alpha > 0 && beta > 0)) {
            throw new IllegalArgumentException("not positive: " + alpha + ", " + beta);
        }
    }

    /// Expected chance to engage, 0 to 1.
    public double mean() {
        return alpha / (alpha + beta);
    }

    /// The chance below which it is with this probability, 0 to 1.
    public double quantile(double probability) {
        return IncompleteBeta.quantile(probability, alpha, beta);
    }
}
