package io.interlude.domain.outcome;

/// The outcomes of a creative's fetches of one slice in one era. Events belong to the era of their
/// fetch, however late they come.
///
/// @param era [#EPOCHS] epochs of the rotation, from 0
/// @param slice see [Slice]
/// @param engaged fetches with an engagement
/// @param clicks unique valid clicks
/// @param conversions those that count
public record OutcomeCell(
        long era, int slice, long fetches, long engaged, long clicks, long conversions) {
    /// Epochs of a rotation that make an era.
    public static final int EPOCHS = 4;

    /// The era of an epoch.
    public static long eraOf(long epoch) {
        return epoch / EPOCHS;
    }

    /// How many of the events.
    public long events(RateKind kind) {
        return switch (kind) {
            case CLICK -> clicks;
            case CONVERSION -> conversions;
            case ENGAGEMENT -> engaged;
        };
    }

    /// Whether adding it changes nothing.
    public boolean isNothing() {
        return fetches == 0 && engaged == 0 && clicks == 0 && conversions == 0;
    }

    OutcomeCell plus(OutcomeCell other) {
        return new OutcomeCell(
                era,
                slice,
                fetches + other.fetches,
                engaged + other.engaged,
                clicks + other.clicks,
                conversions + other.conversions);
    }
}
