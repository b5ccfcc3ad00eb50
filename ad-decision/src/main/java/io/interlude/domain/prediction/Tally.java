package io.interlude.domain.prediction;

import io.interlude.domain.outcome.OutcomeCell;
import io.interlude.domain.outcome.RateKind;

/// Fetches and events of today's weight. For one thread.
final class Tally {
    private double fetches;
    private double clicks;
    private double conversions;
    private double engaged;

    void add(OutcomeCell cell, double weight) {
        fetches += weight * cell.fetches();
        clicks += weight * cell.clicks();
        conversions += weight * cell.conversions();
        engaged += weight * cell.engaged();
    }

    void add(Tally other) {
        fetches += other.fetches;
        clicks += other.clicks;
        conversions += other.conversions;
        engaged += other.engaged;
    }

    double fetches() {
        return fetches;
    }

    double events(RateKind kind) {
        return switch (kind) {
            case CLICK -> clicks;
            case CONVERSION -> conversions;
            case ENGAGEMENT -> engaged;
        };
    }

    /// The rate without that of a part, shrunk to the rate of the level above.
    double rateWithout(Tally part, RateKind kind, double parentRate) {
        return Prediction.shrunk(
                Math.max(0, events(kind) - part.events(kind)),
                Math.max(0, fetches - part.fetches),
                parentRate);
    }
}
