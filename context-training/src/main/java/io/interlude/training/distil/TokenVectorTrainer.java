package io.interlude.training.distil;

import java.util.List;
import java.util.SplittableRandom;

/// Fits token vectors so that the direction of their sum over a text is the transformer's.
///
/// Stochastic gradient descent on 1 - cosine, with a step for each token after Adagrad. One thread
/// and plain float arithmetic: the same input gives the same vectors to the bit.
final class TokenVectorTrainer {
    private static final float FIRST_STEP = 0.02f;
    private static final float TINY = 1e-9f;

    private final float[][] vectors;
    private final double[] squaredGradients;
    private final int dimensions;

    TokenVectorTrainer(float[][] initial) {
        this.vectors = initial;
        this.squaredGradients = new double[initial.length];
        this.dimensions = initial[0].length;
    }

    /// A text's tokens and where their sum should point; the target has length 1.
    static final class Lesson {
        private final int[] tokens;
        private final float[] target;

        /// Takes over the arrays.
        Lesson(int[] tokens, float[] target) {
            this.tokens = tokens;
            this.target = target;
        }
    }

    /// Goes through all lessons so many times, each time in another order, with ever smaller steps.
    float[][] train(List<Lesson> lessons, int rounds, long seed) {
        SplittableRandom draw = new SplittableRandom(seed);
        int[] order = new int[lessons.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        long total = (long) rounds * order.length;
        long done = 0;
        for (int round = 0; round < rounds; round++) {
            shuffle(order, draw);
            for (int index : order) {
                learn(lessons.get(index), FIRST_STEP * (1 - (float) done++ / total));
            }
        }
        return vectors;
    }

    private static void shuffle(int[] order, SplittableRandom draw) {
        for (int i = order.length - 1; i > 0; i--) {
            int j = draw.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
    }

    private void learn(Lesson lesson, float step) {
        float[] direction = sum(lesson.tokens);
        float length = (float) Math.sqrt(dot(direction, direction) + TINY);
        for (int i = 0; i < dimensions; i++) {
            direction[i] /= length;
        }
        float cosine = dot(direction, lesson.target);
        float[] gradient = new float[dimensions];
        for (int i = 0; i < dimensions; i++) {
            gradient[i] = (cosine * direction[i] - lesson.target[i]) / length;
        }
        double meanSquare = dot(gradient, gradient) / dimensions;
        for (int token : lesson.tokens) {
            squaredGradients[token] += meanSquare;
            move(
                    vectors[token],
                    gradient,
                    step / (float) (Math.sqrt(squaredGradients[token]) + TINY));
        }
    }

    private float[] sum(int[] tokens) {
        float[] sum = new float[dimensions];
        for (int token : tokens) {
            for (int i = 0; i < dimensions; i++) {
                sum[i] += vectors[token][i];
            }
        }
        return sum;
    }

    private static float dot(float[] a, float[] b) {
        float dot = 0;
        for (int i = 0; i < a.length; i++) {
            dot += a[i] * b[i];
        }
        return dot;
    }

    private static void move(float[] vector, float[] gradient, float step) {
        for (int i = 0; i < vector.length; i++) {
            vector[i] -= step * gradient[i];
        }
    }
}
