package io.interlude.domain.forecast;

import java.util.Arrays;

/// The expected number of something in a period, by its number in the basis.
///
/// With two weeks or more, each hour of the week comes as often as on average in the latest whole
/// weeks; with three days or more, each hour as often as on average in the latest whole days; with
/// less, in all of it. The interval of 80 % follows from how far days (with less than three, parts
/// of the basis) differed from that average, beyond the chance of counts: the number of one day
/// tells nothing of the next, and the average is no surer than the number of days makes it. See
/// docs/forecasts.md. Immutable.
final class Supply {
    /// The basis is counted in steps of five minutes.
    static final long STEP_MILLIS = 300_000;

    static final int STEPS_OF_DAY = 288;
    static final int WEEK_DAYS = 7;
    private static final int STEPS_OF_HOUR = 12;
    private static final int DAY_HOURS = 24;
    private static final int WEEK_HOURS = 168;
    private static final double HOUR_MILLIS = 3_600_000;
    private static final int LEAST_DAYS = 3;

    /// Into which a basis of fewer days is parted, of whole steps where it has as many.
    private static final int LEAST_PARTS = 8;

    private static final int PARTS = 16;

    /// In a part on average, so that parts tell whether traffic is more regular than chance.
    private static final int LEAST_SEEN = 2;

    /// One tenth of what comes lies beyond it, of a normal distribution.
    private static final double NORMAL = 1.2815515655446004;

    /// Of a count of which none came: in nine cases of ten fewer than these would have been due.
    private static final double NONE_SEEN = 2.302585092994046;

    /// Expected in each hour of the week before the end of the basis.
    private final double[] hourToMean = new double[WEEK_HOURS];

    private final double basisHours;
    private final boolean weekly;

    /// Of a day, or of a part of a short basis, and how many of them there were.
    private final double unitHours;

    private final int units;
    private final double relativeVariance;
    private final double quantile;
    private final double seen;

    /// @param steps number in each step before the end of the basis, the latest first
    /// @param basisMillis length of the basis
    Supply(double[] steps, long basisMillis) {
        basisHours = Math.max(1, basisMillis) / HOUR_MILLIS;
        int days = (int) (basisMillis / (STEP_MILLIS * STEPS_OF_DAY));
        weekly = days >= 2 * WEEK_DAYS;
        boolean daily = days >= LEAST_DAYS;
        int wholeSteps = (int) (basisMillis / STEP_MILLIS);
        boolean parted = !daily && wholeSteps >= LEAST_PARTS;
        double unitSteps =
                daily
                        ? STEPS_OF_DAY
                        : parted
                                ? Math.max(1, wholeSteps / PARTS)
                                : Math.max(1, basisMillis) / (double) STEP_MILLIS / LEAST_PARTS;
        units =
                weekly
                        ? days / WEEK_DAYS * WEEK_DAYS
                        : daily ? days : parted ? wholeSteps / (int) unitSteps : LEAST_PARTS;
        unitHours = unitSteps * STEP_MILLIS / HOUR_MILLIS;
        double[] unitToSum = sums(steps, unitSteps, units);
        seen = Arrays.stream(unitToSum).sum();
        int cycle = weekly ? WEEK_DAYS : 1;
        setMeans(steps);
        double least = parted && seen >= LEAST_SEEN * units ? Double.NEGATIVE_INFINITY : 0;
        relativeVariance = Math.max(least, relativeVariance(unitToSum, cycle));
        quantile = quantile(units - cycle);
    }

    /// Of units one after the other. A step that lies in several is parted by time.
    private static double[] sums(double[] steps, double size, int count) {
        double[] sums = new double[count];
        double end = size * count;
        for (int i = 0; i < Math.min(steps.length, end); i++) {
            double to = Math.min(i + 1, end);
            for (int unit = (int) (i / size); unit < count && unit * size < to; unit++) {
                double part = Math.min(to, (unit + 1) * size) - Math.max(i, unit * size);
                sums[unit] += steps[i] * part / (to - i);
            }
        }
        return sums;
    }

    private void setMeans(double[] steps) {
        if (!weekly) {
            Arrays.fill(hourToMean, seen / (units * unitHours));
            return;
        }
        int weeks = units / WEEK_DAYS;
        for (int i = 0; i < Math.min(steps.length, units * STEPS_OF_DAY); i++) {
            int hour = Math.floorMod(-(i / STEPS_OF_HOUR + 1), WEEK_HOURS);
            hourToMean[hour] += steps[i] / weeks;
        }
    }

    /// Variance of a unit about its mean, over the square of it, less what the chance of counts
    /// makes. Less than 0 of traffic that is more regular than that.
    private double relativeVariance(double[] unitToSum, int cycle) {
        double squares = 0;
        double squaredMeans = 0;
        for (int phase = 0; phase < cycle; phase++) {
            double mean = 0;
            for (int i = phase; i < units; i += cycle) {
                mean += unitToSum[i] * cycle / units;
            }
            for (int i = phase; i < units; i += cycle) {
                squares += (unitToSum[i] - mean) * (unitToSum[i] - mean);
                squaredMeans += mean * mean;
            }
        }
        double variance = squares * units / (units - cycle);
        return squaredMeans == 0 ? 0 : (variance - seen) / squaredMeans;
    }

    /// Of Student's distribution (Abramowitz and Stegun 26.7.5): few days tell little of how far
    /// days differ.
    private static double quantile(int freedom) {
        double z = NORMAL;
        double z3 = z * z * z;
        double z5 = z3 * z * z;
        return z
                + (z3 + z) / (4.0 * freedom)
                + (5 * z5 + 16 * z3 + 3 * z) / (96.0 * freedom * freedom);
    }

    /// The supply of a period.
    ///
    /// @param endMillis end of the basis
    Estimate during(Period period, long endMillis) {
        double[] dayToMean = new double[WEEK_DAYS];
        double[] dayToHours = new double[WEEK_DAYS];
        double[] hourToHours = hours(period, endMillis);
        double mean = 0;
        double hours = 0;
        for (int hour = 0; hour < WEEK_HOURS; hour++) {
            int day = weekly ? hour / DAY_HOURS : 0;
            dayToMean[day] += hourToMean[hour] * hourToHours[hour];
            dayToHours[day] += hourToHours[hour];
            mean += hourToMean[hour] * hourToHours[hour];
            hours += hourToHours[hour];
        }
        if (seen == 0) {
            return new Estimate(0, 0, NONE_SEEN * hours / basisHours);
        }
        double variance = mean;
        double cycle = weekly ? WEEK_DAYS : 1;
        for (int day = 0; day < WEEK_DAYS; day++) {
            double square = dayToMean[day] * dayToMean[day];
            double comingUnits = Math.max(1, dayToHours[day] / unitHours);
            variance += square * relativeVariance * (1 / comingUnits + cycle / units);
        }
        variance += mean * mean / seen;
        double margin = quantile * Math.sqrt(Math.max(0, variance));
        return new Estimate(mean, Math.max(0, mean - margin), mean + margin);
    }

    /// The period's hours in each hour of the week, counted from the end of the basis.
    private static double[] hours(Period period, long endMillis) {
        double[] hourToHours = new double[WEEK_HOURS];
        double hours = period.millis() / HOUR_MILLIS;
        double weeks = Math.floor(hours / WEEK_HOURS);
        Arrays.fill(hourToHours, weeks);
        double at = (period.from().toEpochMilli() - endMillis) / HOUR_MILLIS;
        double end = at + hours - weeks * WEEK_HOURS;
        while (at < end) {
            double next = Math.min(end, Math.floor(at) + 1);
            hourToHours[Math.floorMod((long) Math.floor(at), WEEK_HOURS)] += next - at;
            at = next;
        }
        return hourToHours;
    }

    /// A number that is expected, and the bounds between which it lies in 80 % of cases.
    record Estimate(double expected, double low, double high) {
        /// The same as far about another number.
        Estimate about(double other) {
            double scale = expected == 0 ? 1 : other / expected;
            return new Estimate(other, low * scale, high * scale);
        }
    }
}
