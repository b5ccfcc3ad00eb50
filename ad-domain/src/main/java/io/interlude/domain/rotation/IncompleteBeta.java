package io.interlude.domain.rotation;

/// The beta distribution's share below a value: the regularized incomplete beta function, by its
/// continued fraction (Lentz's method; NIST Digital Library of Mathematical Functions, 8.17.22).
final class IncompleteBeta {
    private static final int MOST_TERMS = 20_000;
    private static final double PRECISION = 1e-14;
    private static final double TINY = 1e-300;
    private static final int HALVINGS = 60;

    private static final double LANCZOS_G = 7;
    private static final double[] LANCZOS = {
        0.9999999999998099,
        676.5203681218851,
        -1259.1392167224028,
        771.3234287776531,
        -176.6150291621406,
        12.507343278686905,
        -0.13857109526572012,
        9.984369578019572e-06,
        1.5056327351493116e-07
    };

    private IncompleteBeta() {}

    /// The value below which that share of the distribution is.
    static double quantile(double share, double alpha, double beta) {
        double low = 0;
        double high = 1;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (below(middle, alpha, beta) < share) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    /// The share of the distribution that is below the value.
    static double below(double value, double alpha, double beta) {
        if (value <= 0 || value >= 1) {
            return value <= 0 ? 0 : 1;
        }
        double front =
                Math.exp(
                        logGamma(alpha + beta)
                                - logGamma(alpha)
                                - logGamma(beta)
                                + alpha * Math.log(value)
                                + beta * Math.log1p(-value));
        // The fraction converges fast on this side of the mean only.
        return value < (alpha + 1) / (alpha + beta + 2)
                ? front * fraction(value, alpha, beta) / alpha
                : 1 - front * fraction(1 - value, beta, alpha) / beta;
    }

    private static double fraction(double x, double a, double b) {
        double c = 1;
        double d = 1 / nonZero(1 - (a + b) * x / (a + 1));
        double result = d;
        for (int m = 1; m <= MOST_TERMS; m++) {
            double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 / nonZero(1 + even * d);
            c = nonZero(1 + even / c);
            result *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            d = 1 / nonZero(1 + odd * d);
            c = nonZero(1 + odd / c);
            result *= d * c;
            if (Math.abs(d * c - 1) < PRECISION) {
                break;
            }
        }
        return result;
    }

    private static double nonZero(double value) {
        return Math.abs(value) < TINY ? TINY : value;
    }

    /// Lanczos's approximation, for values of at least 0.5.
    private static double logGamma(double value) {
        double x = value - 1;
        double sum = LANCZOS[0];
        for (int i = 1; i < LANCZOS.length; i++) {
            sum += LANCZOS[i] / (x + i);
        }
        double t = x + LANCZOS_G + 0.5;
        return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(sum);
    }
}
