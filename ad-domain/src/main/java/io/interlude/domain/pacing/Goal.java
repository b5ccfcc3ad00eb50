package io.interlude.domain.pacing;

import static java.util.Objects.requireNonNull;

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

    /// What is counted.
    public enum Metric {
        /// Fetches.
        IMPRESSIONS,
        /// Valid clicks, repeats excluded, as they are billed.
        CLICKS,
        CONVERSIONS,
        SPEND;

        /// The metric as clients see it.
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /// How much of it was delivered.
        public long delivered(Spent spent) {
            Achieved achieved = spent.achieved();
            return switch (this) {
                case IMPRESSIONS -> spent.lifetimeFetches();
                case CLICKS -> achieved == null ? 0 : achieved.clicks();
                case CONVERSIONS -> achieved == null ? 0 : achieved.conversions();
                case SPEND -> spent.lifetimeMicros();
            };
        }
    }
}
