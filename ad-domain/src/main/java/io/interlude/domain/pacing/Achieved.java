package io.interlude.domain.pacing;

/// The achievements of a line item's fetches, as far as the journal is applied.
///
/// @param clicks valid ones, repeats excluded
/// @param impressions those that were billed on their delivery or read; what is billed on the fetch
///   is no part of them
public record Achieved(long clicks, long conversions, long impressions) {
    public static final Achieved NOTHING = new Achieved(0, 0, 0);

    /// The sum of both.
    public Achieved plus(Achieved other) {
        return new Achieved(
                clicks + other.clicks,
                conversions + other.conversions,
                impressions + other.impressions);
    }

    /// The same with the opposite sign.
    public Achieved negated() {
        return new Achieved(-clicks, -conversions, -impressions);
    }
}
