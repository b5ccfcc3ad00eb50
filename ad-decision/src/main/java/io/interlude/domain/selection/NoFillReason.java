package io.interlude.domain.selection;

import java.util.Locale;

/// The reason why a request was answered without an ad.
public enum NoFillReason {
    /// The moment is sensitive: no ad is appropriate.
    APPROPRIATENESS_SUPPRESSED,
    /// At least one line item failed on nothing but a frequency cap, the ad load or a separation.
    FREQUENCY_CAPPED,
    /// Nothing else was eligible.
    NO_DEMAND;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /// The reason as clients and the journal see it, in snake_case.
    public String wireName() {
        return wireName;
    }
}
