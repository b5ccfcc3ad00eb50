package io.interlude.domain.selection;

import io.interlude.domain.prediction.Prediction;
import org.jspecify.annotations.Nullable;

/// The value of one fetch that a line item fills, with the numbers that it was computed from.
///
/// @param prediction of the rate that the price is multiplied by; null where the price needs none
/// @param engagementLift how much more the line item engages at this relevance than otherwise; 1
///   unless the org ranks so
/// @param behind share of its goal's plan by which the line item is behind, 0 for none
/// @param value expected payment in the org's currency, in units; absent where a rate is not known
/// @param rankedValue what is compared: the value with the benefit of the doubt, times the lift
public record Valuation(
        @Nullable Prediction prediction,
        double engagementLift,
        double behind,
        double value,
        double rankedValue) {
    /// Above every value: a line item that is behind its plan comes first.
    private static final double BEHIND = 1e15;

    /// What orders line items by value: the larger comes first.
    double rank() {
        return behind > 0 ? BEHIND * (1 + behind) : rankedValue;
    }
}
