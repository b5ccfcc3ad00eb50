package io.interlude.training.distil;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// The directions in which vectors differ most from the origin, strongest first.
///
/// The mean stays in: what all texts share is part of the transformer's cosine too.
final class PrincipalAxes {
    private static final int MOST_SWEEPS = 30;
    private static final double NEGLIGIBLE = 1e-11;

    private final double[][] axes;

    private PrincipalAxes(double[][] axes) {
        this.axes = axes;
    }

    /// Eigenvectors of the vectors' second moments, by Jacobi's rotations.
    static PrincipalAxes of(List<float[]> vectors, int count) {
        double[][] moments = moments(vectors);
        int size = moments.length;
        double[][] basis = new double[size][size];
        for (int i = 0; i < size; i++) {
            basis[i][i] = 1;
        }
        for (int sweep = 0; sweep < MOST_SWEEPS && sweep(moments, basis); sweep++) {}
        double[][] axes =
                IntStream.range(0, size)
                        .boxed()
                        .sorted(Comparator.comparingDouble(i -> -moments[i][i]))
                        .limit(count)
                        .map(i -> basis[i])
                        .toArray(double[][]::new);
        return new PrincipalAxes(axes);
    }

    private static double[][] moments(List<float[]> vectors) {
        int size = vectors.getFirst().length;
        double[][] moments = new double[size][size];
        for (float[] vector : vectors) {
            for (int i = 0; i < size; i++) {
                double value = vector[i];
                for (int j = 0; j < size; j++) {
                    moments[i][j] += value * vector[j];
                }
            }
        }
        double trace = IntStream.range(0, size).mapToDouble(i -> moments[i][i]).sum();
        for (double[] row : moments) {
            for (int j = 0; j < size; j++) {
                row[j] /= trace;
            }
        }
        return moments;
    }

    /// Rotates every pair of dimensions once; false when there was nothing left to rotate. Rows of
    /// `basis` become the eigenvectors.
    private static boolean sweep(double[][] moments, double[][] basis) {
        boolean changed = false;
        for (int p = 0; p < moments.length; p++) {
            for (int q = p + 1; q < moments.length; q++) {
                if (Math.abs(moments[p][q]) > NEGLIGIBLE) {
                    rotate(moments, basis, p, q);
                    changed = true;
                }
            }
        }
        return changed;
    }

    private static void rotate(double[][] moments, double[][] basis, int p, int q) {
        double theta = (moments[q][q] - moments[p][p]) / (2 * moments[p][q]);
        double t = Math.copySign(1, theta) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        double c = 1 / Math.sqrt(t * t + 1);
        double s = t * c;
        mixRows(moments, p, q, c, s);
        for (double[] row : moments) {
            double a = row[p];
            row[p] = c * a - s * row[q];
            row[q] = s * a + c * row[q];
        }
        mixRows(basis, p, q, c, s);
    }

    private static void mixRows(double[][] matrix, int p, int q, double c, double s) {
        double[] first = matrix[p];
        double[] second = matrix[q];
        for (int i = 0; i < first.length; i++) {
            double a = first[i];
            first[i] = c * a - s * second[i];
            second[i] = s * a + c * second[i];
        }
    }

    /// The vector's coordinates along the axes, brought to length 1.
    float[] project(float[] vector) {
        double[] values = new double[axes.length];
        double squares = 1e-18;
        for (int axis = 0; axis < axes.length; axis++) {
            for (int i = 0; i < vector.length; i++) {
                values[axis] += axes[axis][i] * vector[i];
            }
            squares += values[axis] * values[axis];
        }
        float[] unit = new float[axes.length];
        for (int axis = 0; axis < axes.length; axis++) {
            unit[axis] = (float) (values[axis] / Math.sqrt(squares));
        }
        return unit;
    }
}
