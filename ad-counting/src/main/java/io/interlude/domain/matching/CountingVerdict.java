package io.interlude.domain.matching;

import java.util.Locale;

/// The counts' judgement of a journal record.
public enum CountingVerdict {
    /// It counts.
    COUNTED,
    /// A click too soon after the last one on its action: in the clicks, not in the unique ones.
    REPEAT,
    /// A conversion whose name no goal of its line item has.
    NOT_A_GOAL,
    /// A conversion that no click came before, and no view window covers.
    NO_CLICK,
    /// A conversion later than its goal's windows, or than the attribution window.
    OUTSIDE_WINDOW,
    /// A conversion of an order that counted before.
    SAME_ORDER,
    /// A further conversion of a goal that counts one per fetch.
    REPEATED,
    /// An event with this id was judged before.
    DUPLICATE,
    /// No person caused it.
    INVALID_TRAFFIC,
    /// It belongs to no fetch, or cannot have happened in what its fetch served.
    UNMATCHED,
    /// Test traffic.
    TEST,
    /// It counted until a correction took it back.
    CORRECTED;

    /// The name in the journal that clients read.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
