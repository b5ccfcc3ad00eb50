package io.interlude.domain.prediction;

import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.outcome.RateKind;

/// What is predicted of an org's line items. Safe for use by many threads.
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

    /// [Prediction#rate] of [#lineItem].
    default double rate(LineItemId id, RateKind kind, int slice) {
        return lineItem(id, kind, slice).rate();
    }

    /// [Prediction#rateInDoubt] of [#lineItem].
    default double rateInDoubt(LineItemId id, RateKind kind, int slice) {
        return lineItem(id, kind, slice).rateInDoubt();
    }

    /// Predicted engagement at the relevance of the slice over the line item's own.
    double engagementLift(LineItemId id, int slice);
}
