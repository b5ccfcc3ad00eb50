package io.interlude.benchmark.selection;

/// The shapes of a catalogue, and with them the work of a decision over it.
public enum Shape {
    /// Sixteen priorities, targeting by country, tier, interests, app version and more. About one
    /// line item in a hundred fits the request.
    MIXED(false),
    /// The same, all of one priority.
    ONE_PRIORITY(false),
    /// All of one priority, and nearly all fit: each is paced against its own daily budget.
    CONTENDED(false),
    /// Nearly nothing fits: targeting rules out all but one in a thousand, of the last priority.
    MISSED(false),
    /// As `CONTENDED`, and every line item has caps that the subscriber's counters are held
    /// against.
    CAPPED(true),
    /// As `CONTENDED`, and every line item has a goal over its flight.
    GOALS(false),
    /// As `CONTENDED`, ranked by value; half of them are paid by the click.
    VALUED(false),
    /// As `MIXED`, the same line items, and 50 shadows beside them.
    SHADOWED(false),
    /// As `MIXED`, the same line items, in a conversation that has had eight ads: ad load,
    /// separation of advertisers and categories, and a thousand blocked entries.
    CONVERSED(false);

    private final boolean counted;

    Shape(boolean counted) {
        this.counted = counted;
    }

    /// True when its line items have sixteen priorities.
    boolean spread() {
        return this == MIXED || this == MISSED || this == SHADOWED || this == CONVERSED;
    }

    /// True when every line item has a budget and serves at any time of the day.
    boolean always() {
        return this == CONTENDED || this == CAPPED || this == GOALS || this == VALUED;
    }

    /// True when the request has a subscriber whose counters are read.
    boolean counted() {
        return counted;
    }
}
