package io.interlude.domain.rollup;

/// A number that a report cell counts. Test traffic enters none, and invalid traffic only the two
/// that are named after it.
public enum CellMetric {
    /// Requests that were filled.
    FETCHES,
    /// Requests that were not.
    NO_FILLS,
    SENDS,
    DELIVERS,
    READS,
    /// Valid clicks, repeats included.
    CLICKS,
    /// Valid clicks without repeats.
    UNIQUE_CLICKS,
    CONVERSIONS,
    CONVERSION_VALUE_MICROS,
    SPEND_MICROS,
    /// Engaged fetches, each in the cell of its earliest engaging event.
    ENGAGEMENTS,
    /// Clicks of invalid traffic, each event once; repeats are not told apart.
    INVALID_CLICKS,
    /// Conversions of invalid traffic.
    INVALID_CONVERSIONS,
    /// Readers' wishes to see nothing of the advertiser any more.
    HIDES,
    /// Everything that readers said, hides included.
    FEEDBACK,
    /// The application's own events.
    CUSTOM_EVENTS,
    /// Decisions in which a shadow line item would have been served. Cells that count them count
    /// nothing else.
    WOULD_SERVE,
    /// What these fetches themselves would have billed.
    WOULD_SPEND_MICROS
}
