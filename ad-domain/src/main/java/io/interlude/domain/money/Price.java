package io.interlude.domain.money;

import static java.util.Objects.requireNonNull;

/// The price of a line item, per unit of its model. A CPM amount is a multiple of 1,000 micros, so
/// that the thousandth that one fetch bills is a whole number of micros and sums stay exact.
public record Price(PriceModel model, Money amount) {
    private static final int FETCHES_PER_MILLE = 1_000;

    public Price {
        requireNonNull(model, "model is null");
        requireNonNull(amount, "amount is null");
        if (amount.amountMicros() < 0) {
            throw new IllegalArgumentException("amount is negative: " + amount);
        }
        if (model == PriceModel.CPM && amount.amountMicros() % FETCHES_PER_MILLE != 0) {
            throw new IllegalArgumentException("cpm amount is finer than 0.001: " + amount);
        }
    }

    /// What one fetch bills, in micros.
    public long fetchMicros() {
        return model == PriceModel.CPM ? amount.amountMicros() / FETCHES_PER_MILLE : 0;
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
