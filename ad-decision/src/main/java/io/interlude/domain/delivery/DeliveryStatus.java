package io.interlude.domain.delivery;

import java.util.Locale;

/// The delivery status of a line item; those that need attention come first.
public enum DeliveryStatus {
    /// It serves nothing though it is in flight and its plan would let it.
    NOT_DELIVERING,
    /// Under 95 % of its plan for now.
    BEHIND,
    /// Over 105 % of its plan for now.
    AHEAD,
    ON_TRACK,
    /// Its flight has not begun, or it was never activated.
    NOT_STARTED,
    /// It or its campaign was paused.
    PAUSED,
    /// Its goal or its lifetime budget is reached, or its flight is over.
    FINISHED;

    /// The status as clients see it, in snake_case.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
