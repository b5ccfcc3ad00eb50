package io.interlude.benchmark.pacing;

/// The spread of requests over a day: factors on the day's mean rate.
enum TrafficShape {
    FLAT,
    /// Quiet at night, busiest in the evening: between 0.4 and 1.6 times the mean.
    CURVE,
    /// Flat, but for five minutes of every second hour ten times as much.
    SPIKES;

    private static final double CURVE_AMPLITUDE = 0.6;
    private static final double HOURS = 24;
    private static final double QUIETEST_HOUR = 4;
    private static final int SPIKE_EVERY_MINUTES = 120;
    private static final int SPIKE_MINUTES = 5;
    private static final double SPIKE = 10;
    private static final double BETWEEN_SPIKES =
            (SPIKE_EVERY_MINUTES - SPIKE * SPIKE_MINUTES) / (SPIKE_EVERY_MINUTES - SPIKE_MINUTES);

    /// @param hour of the day, 0 to 25
    double factor(double hour) {
        return switch (this) {
            case FLAT -> 1;
            case CURVE ->
                    1 - CURVE_AMPLITUDE * Math.cos((hour - QUIETEST_HOUR) / HOURS * 2 * Math.PI);
            case SPIKES -> hour * 60 % SPIKE_EVERY_MINUTES < SPIKE_MINUTES ? SPIKE : BETWEEN_SPIKES;
        };
    }
}
