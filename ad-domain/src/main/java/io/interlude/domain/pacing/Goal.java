package io.interlude.domain.pacing;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.interlude.domain.money.BillingEvent;
import java.util.Locale;

/// The amount that a line item is to deliver over its flight.
///
/// @param amount number of events, or for spend micros of the currency of the price; from 1
public record Goal(Metric metric, long amount) {
    public Goal {
        requireNonNull(metric, "metric is null");
        if (amount < 1) {
            throw new IllegalArgumentException("amount out of range: " + amount);
        }
    }

    /// The metric of a goal.
    public enum Metric {
        /// Fetches, or the deliveries or reads that billed them where the price says so.
        IMPRESSIONS,
        /// Valid clicks, repeats excluded, as they are billed.
        CLICKS,
        CONVERSIONS,
        SPEND;

        /// The metric as clients see it.
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /// The delivered amount of it.
        ///
        /// @param billOn event that makes a fetch an impression
        public long delivered(Spent spent, BillingEvent billOn) {
            Achieved achieved = requireNonNullElse(spent.achieved(), Achieved.NOTHING);
            return switch (this) {
                case IMPRESSIONS ->
                        billOn == BillingEvent.FETCH
                                ? spent.lifetimeFetches()
                                : achieved.impressions();
                case CLICKS -> achieved.clicks();
                case CONVERSIONS -> achieved.conversions();
                case SPEND -> spent.lifetimeMicros();
            };
        }
    }
}
