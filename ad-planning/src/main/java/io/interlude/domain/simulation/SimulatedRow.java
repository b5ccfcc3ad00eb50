package io.interlude.domain.simulation;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;

/// The totals of a creative's fetches, at prices of one currency.
///
/// @param spentMicros what they cost: the fetches of a `cpm`, and the expected clicks or
///   conversions of a `cpc` or `cpa`
/// @param expectedClicks sum of the predicted click rates
public record SimulatedRow(
        LineItemId lineItemId,
        CreativeId creativeId,
        String currency,
        long fetches,
        double spentMicros,
        double expectedClicks) {
    public SimulatedRow {
        requireNonNull(lineItemId, "lineItemId is null");
        requireNonNull(creativeId, "creativeId is null");
        requireNonNull(currency, "currency is null");
    }

    SimulatedRow plus(SimulatedRow other) {
        return new SimulatedRow(
                lineItemId,
                creativeId,
                currency,
                fetches + other.fetches,
                spentMicros + other.spentMicros,
                expectedClicks + other.expectedClicks);
    }
}
