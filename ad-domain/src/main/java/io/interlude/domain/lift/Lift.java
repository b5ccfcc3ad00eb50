package io.interlude.domain.lift;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/// By how much those that were served a campaign convert more often than those that would have
/// been, and were held out.
///
/// The interval may be looked at as often as one likes, and acted on at any time: the chance that
/// it ever leaves the true lift out is 5 %. It is the asymptotic confidence sequence of
/// Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Time-uniform central limit theory and
/// asymptotic confidence sequences, Annals of Statistics 52, 2024), here of the logarithm of the
/// ratio of two shares, whose variance the delta method gives. It is wider than an interval that
/// holds at one time that was fixed before: by a half where it is narrowest.
///
/// @param exposed those that were served it
/// @param heldOut those that were not, and would have been
public record Lift(Arm exposed, Arm heldOut) {
    /// With fewer that converted on either side nothing is told.
    public static final int LEAST_CONVERTED = 5;

    private static final double ALPHA = 0.05;

    /// The inverse variance at which the interval is the narrowest: a standard error of 5 %.
    private static final double TUNED_TO = 400;

    private static final double RHO_SQUARED =
            (-2 * Math.log(ALPHA) + Math.log(1 - 2 * Math.log(ALPHA))) / TUNED_TO;

    public Lift {
        requireNonNull(exposed, "exposed is null");
        requireNonNull(heldOut, "heldOut is null");
    }

    /// Empty where too few converted.
    public Optional<Interval> interval() {
        if (exposed.converted < LEAST_CONVERTED || heldOut.converted < LEAST_CONVERTED) {
            return Optional.empty();
        }
        double logRatio = Math.log(exposed.rate() / heldOut.rate());
        double half = halfWidth(1 / (exposed.variance() + heldOut.variance()));
        return Optional.of(
                new Interval(
                        Math.expm1(logRatio),
                        Math.expm1(logRatio - half),
                        Math.expm1(logRatio + half)));
    }

    /// @param information inverse of the variance of the estimate
    private static double halfWidth(double information) {
        double scaled = information * RHO_SQUARED;
        return Math.sqrt(
                2
                        * (scaled + 1)
                        / (information * scaled)
                        * Math.log(Math.sqrt(scaled + 1) / ALPHA));
    }

    /// One side of the comparison.
    ///
    /// @param converted how many of the subscribers did
    public record Arm(long subscribers, long converted) {
        public Arm {
            if (converted < 0 || converted > subscribers) {
                throw new IllegalArgumentException(
                        converted + " of " + subscribers + " subscribers");
            }
        }

        double rate() {
            return (double) converted / subscribers;
        }

        /// Of the logarithm of the rate, with half an observation more of each kind, so that it is
        /// never 0.
        double variance() {
            double did = converted + 0.5;
            double didNot = subscribers - converted + 0.5;
            return didNot / (did * (did + didNot));
        }
    }

    /// The lift, 0 for none and 0.2 for a fifth more, and its bounds.
    public record Interval(double lift, double low, double high) {}
}
