package io.interlude.domain.rotation;

import java.util.random.RandomGenerator;

/// Draws one of several things, each with a chance in proportion to its weight.
public final class WeightedDraw {
    private WeightedDraw() {}

    /// Index of the drawn weight. A weight of less than 1 counts as 1.
    public static int index(int[] weights, RandomGenerator random) {
        long sum = 0;
        for (int weight : weights) {
            sum += Math.max(1, weight);
        }
        long left = random.nextLong(sum);
        for (int i = 0; i < weights.length; i++) {
            left -= Math.max(1, weights[i]);
            if (left < 0) {
                return i;
            }
        }
        throw new IllegalArgumentException("no weights");
    }
}
