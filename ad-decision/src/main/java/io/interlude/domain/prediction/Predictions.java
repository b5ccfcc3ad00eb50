package io.interlude.domain.prediction;

import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.outcome.RateKind;

/// The predicted rates of an org's line items. Safe for use by many threads.
public interface Predictions {
    /// Of an org that has served nothing.
    Predictions NONE =
            new Predictions() {
                @Override
                public Prediction lineItem(LineItemId id, RateKind kind, int slice) {
                    return new Prediction(Prediction.VERSION, 0, 0, kind.beforeEvidence(), 1, 1, 0);
                }

                @Override
                public double engagementLift(LineItemId id, int slice) {
                    return 1;
                }
            };

    /// Rate of a fetch that the line item fills.
    ///
    /// @param slice of the fetch, see [Slice]
    Prediction lineItem(LineItemId id, RateKind kind, int slice);

    /// The rate of [#lineItem], without what it comes from.
    default Rate rate(LineItemId id, RateKind kind, int slice) {
        Prediction prediction = lineItem(id, kind, slice);
        return new Rate(prediction.rate(), prediction.rateInDoubt());
    }

    /// A predicted rate.
    ///
    /// @param expected see [Prediction#rate]
    /// @param inDoubt see [Prediction#rateInDoubt]
    record Rate(double expected, double inDoubt) {}

    /// Predicted engagement at the relevance of the slice over the line item's own.
    double engagementLift(LineItemId id, int slice);
}
