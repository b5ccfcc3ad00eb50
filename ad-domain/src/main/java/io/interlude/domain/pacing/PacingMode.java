package io.interlude.domain.pacing;

/// A way to spread a bound over its time: a daily one over the day, a goal or a lifetime budget
/// over the flight.
public enum PacingMode {
    /// In proportion to the elapsed open time.
    EVEN,
    /// As fast as requests come, until it is spent.
    ASAP,
    /// Over the flight half as fast again as [#EVEN] at its start, and half as fast at its end:
    /// x(1.5 - 0.5x) of it, where x is the share of the open time that has passed. Within a day as
    /// [#EVEN].
    FRONTLOADED;

    /// How much of a bound of the flight is planned, rounded up to a whole unit.
    ///
    /// @param bound goal or lifetime budget
    /// @param elapsedMillis open time of the flight that has passed
    /// @param totalMillis open time of the whole flight; a flight without any plans all at once
    public long plan(long bound, long elapsedMillis, long totalMillis) {
        if (this == ASAP || elapsedMillis >= totalMillis) {
            return bound;
        }
        // Exact for whole numbers below 2^53; beyond, a place opens a millisecond early or late.
        double even = (double) bound * elapsedMillis / totalMillis;
        double planned =
                this == EVEN ? even : even * (1.5 - 0.5 * elapsedMillis / (double) totalMillis);
        return Math.min(bound, (long) Math.ceil(planned));
    }
}
