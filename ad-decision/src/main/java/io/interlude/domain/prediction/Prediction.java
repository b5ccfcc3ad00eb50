package io.interlude.domain.prediction;

import io.interlude.domain.number.Absent;

/// A predicted rate of events per fetch, with everything that it comes from.
///
/// The rate is the mean of a gamma distribution: own evidence, on top of [#PRIOR_EVENTS] events at
/// the rate of what the line item or creative belongs to; times how much more frequent the events
/// are at this relevance and on this ad unit. See docs/prediction.md.
///
/// @param version of the formula, [#VERSION]
/// @param events of today's weight
/// @param fetches of today's weight
/// @param parentRate rate of the level above without this one, greater than 0; [Absent] where
///   nothing is known
/// @param relevanceLift factor at this relevance, greater than 0
/// @param adUnitLift factor on this ad unit, greater than 0
/// @param orgFetches of the whole org, of today's weight
public record Prediction(
        int version,
        double events,
        double fetches,
        double parentRate,
        double relevanceLift,
        double adUnitLift,
        double orgFetches) {
    /// The formula that this build predicts with.
    public static final int VERSION = 1;

    /// Of what nothing is known: its rate and all that follows from it is [Absent].
    public static final Prediction UNKNOWN = new Prediction(VERSION, 0, 0, Absent.NUMBER, 1, 1, 0);

    /// Weight of the level above.
    static final double PRIOR_EVENTS = 4;

    /// Fetches on which the first doubt is spread.
    private static final double DOUBT_FETCHES = 3;

    /// Expected events of one fetch.
    public double rate() {
        return lifts() * shrunk(events, fetches, parentRate);
    }

    /// What the rate may be, in the doubt's favour. It comes near the rate as own evidence grows,
    /// and is the further from it the less of the org's fetches the evidence comes from. Without
    /// it, what was unlucky at first would never be tried again (the confidence bound of Audibert
    /// and Bubeck, "Minimax policies for adversarial and stochastic bandits", 2009, for counts).
    public double rateInDoubt() {
        return Math.max(rate(), lifts() * upper(events, fetches, orgFetches));
    }

    /// Bound of the rate before lifts.
    static double upper(double events, double fetches, double orgFetches) {
        double own = Math.max(0, events);
        double doubt = Math.log1p(orgFetches / (fetches + 1));
        return (own + doubt + Math.sqrt(own * doubt)) / (fetches + DOUBT_FETCHES);
    }

    private double lifts() {
        return relevanceLift * adUnitLift;
    }

    /// Evidence, shrunk to the rate of the level above.
    static double shrunk(double events, double fetches, double parentRate) {
        return (events + PRIOR_EVENTS) / (fetches + PRIOR_EVENTS / parentRate);
    }
}
