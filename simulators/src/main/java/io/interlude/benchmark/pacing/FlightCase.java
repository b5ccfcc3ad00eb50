package io.interlude.benchmark.pacing;

import io.interlude.domain.pacing.PacingMode;
import java.time.Duration;

/// One line item's flight with a goal of impressions.
///
/// @param length from its start to its end
/// @param requestsPerGoal requests of the flight for each impression of the goal
/// @param lateBy share of the flight that has passed when it is activated; 0 for from the start
/// @param stateDelay longest time until a fetch shows in what an instance reads
/// @param limits bounds that must hold
record FlightCase(
        Duration length,
        long goal,
        PacingMode mode,
        Traffic traffic,
        double requestsPerGoal,
        double lateBy,
        int instances,
        Duration stateDelay,
        Limits limits) {
    /// The course of requests over the flight.
    enum Traffic {
        STEADY("-"),
        DOUBLES("traffic doubles half-way"),
        HALVES("traffic halves half-way"),
        OUTAGE("an outage of a day, or a tenth of the flight");

        private final String words;

        Traffic(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /// The bounds that must hold; 1 is the whole goal.
    ///
    /// @param deviation from plan at any twentieth of the flight, from the first on; not counted
    ///   from an outage's start until it has been over for as long again
    /// @param overshoot beyond the goal
    /// @param delivered least share of the goal
    record Limits(double deviation, double overshoot, double delivered) {}

    /// Share of the flight at which the outage begins; it is none without one.
    double outageFrom() {
        return 0.42;
    }

    /// Share of the flight at which it ends.
    double outageTo() {
        double day = Duration.ofDays(1).toMillis() / (double) length.toMillis();
        return traffic == Traffic.OUTAGE ? outageFrom() + Math.min(0.1, day) : outageFrom();
    }

    /// Requests at that share of the flight, 1 for as many as at its start.
    double factor(double share) {
        return switch (traffic) {
            case STEADY -> 1;
            case DOUBLES -> share < 0.5 ? 1 : 2;
            case HALVES -> share < 0.5 ? 1 : 0.5;
            case OUTAGE -> share >= outageFrom() && share < outageTo() ? 0 : 1;
        };
    }
}
