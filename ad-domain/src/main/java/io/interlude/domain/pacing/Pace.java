package io.interlude.domain.pacing;

/// The state of a line item against its budget and the plan for its day.
///
/// @param urgency share of the plan for now by which it is behind, 0 to 1; 0 without a daily bound
public record Pace(Standing standing, double urgency) {
    /// Of a line item without any bound.
    public static final Pace NO_PLAN = new Pace(Standing.OPEN, 0);

    /// Of a line item whose budget has no room for one more.
    public static final Pace NO_ROOM = new Pace(Standing.SPENT, 0);

    /// Of a line item that has reached what is planned for now.
    public static final Pace ON_PLAN = new Pace(Standing.AHEAD, 0);

    /// A pace as a number: how far behind its plans an open one is, or one of these two. For
    /// decisions, which would throw away an object for each of thousands of line items.
    static final double SPENT_NUMBER = -2;

    static final double AHEAD_NUMBER = -1;

    /// The room for one more fetch.
    public enum Standing {
        OPEN,
        /// The day's or the lifetime's budget has no room for one more.
        SPENT,
        /// The spend has reached the plan for now.
        AHEAD
    }

    /// Of a number that [PacingPolicy#paceNumber] gave.
    public static Pace of(double number) {
        if (number > 0) {
            return new Pace(Standing.OPEN, number);
        }
        if (number == 0) {
            return NO_PLAN;
        }
        return number == AHEAD_NUMBER ? ON_PLAN : NO_ROOM;
    }

    /// True if the number is that of an open pace, and so its urgency.
    public static boolean isOpen(double number) {
        return number >= 0;
    }

    public boolean open() {
        return standing == Standing.OPEN;
    }
}
