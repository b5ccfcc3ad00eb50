package io.interlude.context.appropriateness;

import java.util.List;

/// Fits a line between two kinds by Newton's method, with the squared weights as penalty and both
/// kinds counting half, however many there are of each.
///
/// One thread, plain doubles and StrictMath: the same input gives the same weights to the bit on
/// every machine.
final class LogisticRegression {
    private static final double PENALTY = 1e-3;
    private static final int MOST_STEPS = 30;
    private static final double SETTLED = 1e-7;

    private final List<double[]> features;
    private final boolean[] positive;
    private final int size;
    private final double positiveShare;
    private final double negativeShare;

    private LogisticRegression(List<double[]> features, boolean[] positive) {
        this.features = features;
        this.positive = positive;
        this.size = features.getFirst().length + 1;
        int positives = 0;
        for (boolean one : positive) {
            positives += one ? 1 : 0;
        }
        this.positiveShare = 0.5 / positives;
        this.negativeShare = 0.5 / (positive.length - positives);
    }

    /// The weights of the features, and the constant after them.
    static double[] fit(List<double[]> features, boolean[] positive) {
        return new LogisticRegression(features, positive).fit();
    }

    /// Value of the line: above 0 for the positive side.
    static double logit(double[] weights, double[] features) {
        double sum = weights[features.length];
        for (int i = 0; i < features.length; i++) {
            sum += weights[i] * features[i];
        }
        return sum;
    }

    static double probability(double logit) {
        return 1 / (1 + StrictMath.exp(-logit));
    }

    private double[] fit() {
        double[] weights = new double[size];
        double largest = Double.MAX_VALUE;
        for (int step = 0; step < MOST_STEPS && largest > SETTLED; step++) {
            double[][] curvature = new double[size][size];
            double[] slope = new double[size];
            addLoss(weights, curvature, slope);
            addPenalty(weights, curvature, slope);
            solve(curvature, slope);
            largest = 0;
            for (int i = 0; i < size; i++) {
                weights[i] -= slope[i];
                largest = Math.max(largest, Math.abs(slope[i]));
            }
        }
        return weights;
    }

    private void addLoss(double[] weights, double[][] curvature, double[] slope) {
        double[] row = new double[size];
        row[size - 1] = 1;
        for (int example = 0; example < positive.length; example++) {
            double[] values = features.get(example);
            System.arraycopy(values, 0, row, 0, values.length);
            double probability = probability(logit(weights, values));
            double share = positive[example] ? positiveShare : negativeShare;
            double error = share * (probability - (positive[example] ? 1 : 0));
            double spread = share * probability * (1 - probability);
            for (int i = 0; i < size; i++) {
                slope[i] += error * row[i];
                double scaled = spread * row[i];
                for (int j = 0; j <= i; j++) {
                    curvature[i][j] += scaled * row[j];
                }
            }
        }
    }

    private void addPenalty(double[] weights, double[][] curvature, double[] slope) {
        for (int i = 0; i < size - 1; i++) {
            slope[i] += PENALTY * weights[i];
            curvature[i][i] += PENALTY;
        }
        curvature[size - 1][size - 1] += 1e-9;
    }

    /// Replaces `slope` by the step, after Cholesky; `curvature` holds the lower half.
    private static void solve(double[][] curvature, double[] slope) {
        int size = slope.length;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = curvature[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= curvature[i][k] * curvature[j][k];
                }
                curvature[i][j] = i == j ? Math.sqrt(sum) : sum / curvature[j][j];
            }
        }
        for (int i = 0; i < size; i++) {
            for (int k = 0; k < i; k++) {
                slope[i] -= curvature[i][k] * slope[k];
            }
            slope[i] /= curvature[i][i];
        }
        for (int i = size - 1; i >= 0; i--) {
            for (int k = i + 1; k < size; k++) {
                slope[i] -= curvature[k][i] * slope[k];
            }
            slope[i] /= curvature[i][i];
        }
    }
}
