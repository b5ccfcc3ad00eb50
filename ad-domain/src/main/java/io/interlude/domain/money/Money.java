package io.interlude.domain.money;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;

/// An amount of money: millionths of the unit of an ISO 4217 currency.
public record Money(long amountMicros, String currency) {
    public static final int MICROS_SCALE = 6;

    public Money {
        requireNonNull(currency, "currency is null");
    }

    /// The amount of a decimal such as `12.50`.
    ///
    /// @throws ArithmeticException if it is finer than a micro or does not fit 64 bits of micros
    public static Money of(BigDecimal amount, String currency) {
        return new Money(amount.movePointRight(MICROS_SCALE).longValueExact(), currency);
    }

    /// The amount as a decimal string with at least two places, such as `12.50` or `0.0125`.
    public String toDecimalString() {
        return decimalString(amountMicros);
    }

    /// Micros as a decimal string with at least two places.
    public static String decimalString(long amountMicros) {
        BigDecimal exact = BigDecimal.valueOf(amountMicros, MICROS_SCALE).stripTrailingZeros();
        return (exact.scale() < 2 ? exact.setScale(2) : exact).toPlainString();
    }
}
