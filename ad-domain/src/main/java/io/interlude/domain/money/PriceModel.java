package io.interlude.domain.money;

/// What a line item is billed for.
public enum PriceModel {
    /// A thousand fetches; each fetch bills a thousandth.
    CPM,
    /// Each unique valid click.
    CPC,
    /// Each conversion.
    CPA,
    /// Nothing per event: a fee for the whole flight, outside the journal.
    FLAT
}
