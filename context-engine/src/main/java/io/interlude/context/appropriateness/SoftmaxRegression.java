package io.interlude.context.appropriateness;

import java.util.List;

/// Fits a line for each kind so that the softmax of the lines' values is the kinds' probability,
/// with the squared weights as penalty. Sensitive and ordinary examples count half each, however
/// many there are of them.
///
/// Plain doubles and StrictMath: the same examples give the same weights to the bit on every
/// machine.
final class SoftmaxRegression implements Lbfgs.Function {
    private final List<double[]> features;
    private final int[] kinds;
    private final double[] shares;
    private final int size;
    private final int kindCount;
    private final double penalty;

    private SoftmaxRegression(
            List<double[]> features,
            int[] kinds,
            int kindCount,
            int sensitiveKinds,
            double penalty) {
        this.features = features;
        this.kinds = kinds;
        this.kindCount = kindCount;
        this.size = features.getFirst().length;
        this.penalty = penalty;
        this.shares = shares(kinds, sensitiveKinds);
    }

    /// The weights: for each feature, and last for the constant, one for each kind.
    ///
    /// @param kinds each example's kind, from 0
    /// @param sensitiveKinds the kinds below this number are sensitive
    static double[] fit(
            List<double[]> features,
            int[] kinds,
            int kindCount,
            int sensitiveKinds,
            double penalty) {
        var regression = new SoftmaxRegression(features, kinds, kindCount, sensitiveKinds, penalty);
        return Lbfgs.minimum(regression, (regression.size + 1) * kindCount);
    }

    private static double[] shares(int[] kinds, int sensitiveKinds) {
        int sensitive = 0;
        for (int kind : kinds) {
            sensitive += kind < sensitiveKinds ? 1 : 0;
        }
        double[] shares = new double[kinds.length];
        for (int i = 0; i < shares.length; i++) {
            shares[i] = 0.5 / (kinds[i] < sensitiveKinds ? sensitive : kinds.length - sensitive);
        }
        return shares;
    }

    @Override
    public double valueAt(double[] weights, double[] slope) {
        double value = 0;
        for (int i = 0; i < size * kindCount; i++) {
            value += penalty / 2 * weights[i] * weights[i];
            slope[i] = penalty * weights[i];
        }
        for (int kind = 0; kind < kindCount; kind++) {
            slope[size * kindCount + kind] = 0;
        }
        double[] errors = new double[kindCount];
        for (int example = 0; example < kinds.length; example++) {
            double[] row = features.get(example);
            value += shares[example] * loss(weights, row, kinds[example], errors);
            addTo(slope, row, shares[example], errors);
        }
        return value;
    }

    /// Minus the log of the kind's probability; the errors are the probabilities, less 1 for the
    /// kind itself.
    private double loss(double[] weights, double[] row, int kind, double[] errors) {
        lines(weights, row, errors);
        double of = errors[kind];
        double total = logSumExp(errors, 0, kindCount);
        for (int k = 0; k < kindCount; k++) {
            errors[k] = StrictMath.exp(errors[k] - total);
        }
        errors[kind] -= 1;
        return total - of;
    }

    private void addTo(double[] slope, double[] row, double share, double[] errors) {
        for (int i = 0; i <= size; i++) {
            double scaled = share * (i == size ? 1 : row[i]);
            for (int k = 0; scaled != 0 && k < errors.length; k++) {
                slope[i * errors.length + k] += scaled * errors[k];
            }
        }
    }

    /// Writes the lines' values for one example into `values`, which has one place for each kind.
    static void lines(double[] weights, double[] row, double[] values) {
        System.arraycopy(weights, row.length * values.length, values, 0, values.length);
        for (int i = 0; i < row.length; i++) {
            double value = row[i];
            for (int k = 0; value != 0 && k < values.length; k++) {
                values[k] += value * weights[i * values.length + k];
            }
        }
    }

    /// Log of the sum of the exponentials of the values from `from` to before `to`.
    static double logSumExp(double[] values, int from, int to) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = from; i < to; i++) {
            largest = Math.max(largest, values[i]);
        }
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += StrictMath.exp(values[i] - largest);
        }
        return largest + StrictMath.log(sum);
    }
}
