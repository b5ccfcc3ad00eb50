package io.interlude.benchmark.sizing;

import java.util.random.RandomGenerator;

/// Draws ranks 1 to `count`, rank k with a probability proportional to k^-exponent, in constant
/// time and memory.
///
/// By rejection-inversion (W. Hörmann and G. Derflinger, "Rejection-inversion to generate variates
/// from monotone discrete distributions", 1996): draws from the integral of the continuous curve,
/// and rejects what lies above the steps.
final class Zipf {
    private static final double TAYLOR_BOUND = 1e-8;

    private final long count;
    private final double exponent;
    private final double integralOfFirst;
    private final double integralOfCount;
    private final double accepted;

    Zipf(long count, double exponent) {
        if (count < 1 || exponent <= 0) {
            throw new IllegalArgumentException("count or exponent: " + count + ", " + exponent);
        }
        this.count = count;
        this.exponent = exponent;
        integralOfFirst = integral(1.5) - 1;
        integralOfCount = integral(count + 0.5);
        accepted = 2 - inverse(integral(2.5) - weight(2));
    }

    long draw(RandomGenerator random) {
        while (true) {
            double u = integralOfCount + random.nextDouble() * (integralOfFirst - integralOfCount);
            double x = inverse(u);
            long rank = Math.clamp(Math.round(x), 1, count);
            if (rank - x <= accepted || u >= integral(rank + 0.5) - weight(rank)) {
                return rank;
            }
        }
    }

    private double weight(long rank) {
        return Math.exp(-exponent * Math.log((double) rank));
    }

    /// Integral of x^-exponent.
    private double integral(double x) {
        double logX = Math.log(x);
        return expm1OverX((1 - exponent) * logX) * logX;
    }

    private double inverse(double integral) {
        double t = Math.max(integral * (1 - exponent), -1);
        return Math.exp(log1pOverX(t) * integral);
    }

    private static double expm1OverX(double x) {
        return Math.abs(x) > TAYLOR_BOUND ? Math.expm1(x) / x : 1 + x / 2;
    }

    private static double log1pOverX(double x) {
        return Math.abs(x) > TAYLOR_BOUND ? Math.log1p(x) / x : 1 - x / 2;
    }
}
