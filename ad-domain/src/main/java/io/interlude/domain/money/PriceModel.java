package io.interlude.domain.money;

/// The event that a line item is billed for.
public enum PriceModel {
    /// A thousand impressions; each bills a thousandth on its [BillingEvent].
    CPM,
    /// Each unique valid click.
    CPC,
    /// Each conversion.
    CPA,
    /// Nothing per event: a fee for the whole flight, outside the journal.
    FLAT
}
