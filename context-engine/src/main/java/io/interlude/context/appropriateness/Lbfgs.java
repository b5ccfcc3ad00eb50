package io.interlude.context.appropriateness;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/// Finds the lowest point of a smooth convex function by the quasi-Newton method L-BFGS.
///
/// One thread and plain doubles, added up in a fixed order: the same function gives the same point
/// to the bit on every machine.
///
/// Source: Nocedal and Wright, "Numerical Optimization", 2006, algorithms 7.4 and 3.1.
final class Lbfgs {
    private static final int MEMORY = 10;
    private static final int MOST_STEPS = 150;
    private static final int MOST_HALVINGS = 30;
    private static final double SETTLED = 1e-6;

    /// Share of the decrease that the slope promises and a step must bring.
    private static final double ENOUGH = 1e-4;

    private final Function function;
    private final Deque<Change> changes = new ArrayDeque<>();
    private double[] point;
    private double[] slope;
    private double value;

    private Lbfgs(Function function, int size) {
        this.function = function;
        this.point = new double[size];
        this.slope = new double[size];
        this.value = function.valueAt(point, slope);
    }

    /// A function of so many numbers.
    interface Function {
        /// The value at the point; writes the slope there into `slope`, whose content before the
        /// call means nothing.
        double valueAt(double[] point, double[] slope);
    }

    /// A step and what it did to the slope.
    private static final class Change {
        private final double[] step;
        private final double[] slope;
        private final double curvature;

        private Change(double[] step, double[] slope) {
            this.step = step;
            this.slope = slope;
            this.curvature = dot(step, slope);
        }

        private double shareOf(double[] direction) {
            return dot(step, direction) / curvature;
        }
    }

    /// The lowest point, searched from zero.
    static double[] minimum(Function function, int size) {
        Lbfgs search = new Lbfgs(function, size);
        int steps = 0;
        while (steps < MOST_STEPS && largest(search.slope) > SETTLED && search.step()) {
            steps++;
        }
        return search.point;
    }

    /// Goes downhill once; false when it cannot get lower.
    private boolean step() {
        double[] direction = direction();
        double promised = dot(direction, slope);
        double length = changes.isEmpty() ? Math.min(1, 1 / Math.sqrt(-promised)) : 1;
        double[] next = new double[point.length];
        double[] nextSlope = new double[point.length];
        for (int halving = 0; halving < MOST_HALVINGS; halving++, length /= 2) {
            for (int i = 0; i < next.length; i++) {
                next[i] = point[i] + length * direction[i];
            }
            double nextValue = function.valueAt(next, nextSlope);
            if (nextValue <= value + ENOUGH * length * promised) {
                remember(next, nextSlope);
                point = next;
                slope = nextSlope;
                value = nextValue;
                return true;
            }
        }
        return false;
    }

    private void remember(double[] next, double[] nextSlope) {
        Change change = new Change(difference(next, point), difference(nextSlope, slope));
        if (change.curvature > 0) {
            changes.addLast(change);
        }
        if (changes.size() > MEMORY) {
            changes.removeFirst();
        }
    }

    private double[] direction() {
        double[] direction = difference(new double[slope.length], slope);
        double[] shares = new double[changes.size()];
        int i = changes.size();
        for (Change change : changes.reversed()) {
            shares[--i] = change.shareOf(direction);
            add(direction, -shares[i], change.slope);
        }
        if (!changes.isEmpty()) {
            Change last = changes.getLast();
            double scale = last.curvature / dot(last.slope, last.slope);
            Arrays.setAll(direction, k -> direction[k] * scale);
        }
        for (Change change : changes) {
            double share = dot(change.slope, direction) / change.curvature;
            add(direction, shares[i++] - share, change.step);
        }
        return direction;
    }

    private static void add(double[] sum, double share, double[] other) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += share * other[i];
        }
    }

    private static double[] difference(double[] a, double[] b) {
        double[] difference = a.clone();
        add(difference, -1, b);
        return difference;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static double largest(double[] values) {
        double largest = 0;
        for (double value : values) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }
}
