package io.interlude.domain.money;

import static java.util.Objects.requireNonNull;

/// The price of a line item, per unit of its model. A CPM amount is a multiple of 1,000 micros, so
/// that the thousandth that one impression bills is a whole number of micros and sums stay exact.
///
/// @param billOn event that bills an impression at a CPM; [BillingEvent#FETCH] for other models
public record Price(PriceModel model, Money amount, BillingEvent billOn) {
    private static final int IMPRESSIONS_PER_MILLE = 1_000;

    public Price {
        requireNonNull(model, "model is null");
        requireNonNull(amount, "amount is null");
        requireNonNull(billOn, "billOn is null");
        if (amount.amountMicros() < 0) {
            throw new IllegalArgumentException("amount is negative: " + amount);
        }
        if (model == PriceModel.CPM && amount.amountMicros() % IMPRESSIONS_PER_MILLE != 0) {
            throw new IllegalArgumentException("cpm amount is finer than 0.001: " + amount);
        }
        if (model != PriceModel.CPM && billOn != BillingEvent.FETCH) {
            throw new IllegalArgumentException("only a cpm is billed on " + billOn);
        }
    }

    /// A price whose impressions are billed on the fetch.
    public Price(PriceModel model, Money amount) {
        this(model, amount, BillingEvent.FETCH);
    }

    /// What one fetch bills, in micros.
    public long fetchMicros() {
        return billOn == BillingEvent.FETCH ? impressionMicros() : 0;
    }

    /// What one impression bills, in micros, whichever event bills it.
    public long impressionMicros() {
        return model == PriceModel.CPM ? amount.amountMicros() / IMPRESSIONS_PER_MILLE : 0;
    }

    /// What one unique valid click bills, in micros.
    public long clickMicros() {
        return model == PriceModel.CPC ? amount.amountMicros() : 0;
    }

    /// What one conversion bills, in micros.
    public long conversionMicros() {
        return model == PriceModel.CPA ? amount.amountMicros() : 0;
    }
}
