package io.interlude.domain.money;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;

/// An amount of money: millionths of the unit of an ISO 4217 currency.
public record Money(long amountMicros, String currency) {
    public static final int MICROS_SCALE = 6;

    /// Fewest places of an amount as a decimal string.
    public static final int LEAST_PLACES = 2;

    private static final long MICROS_PER_UNIT = 1_000_000;

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

    /// Micros as a decimal string with at least two places. By long arithmetic, because a large
    /// report has tens of thousands of them.
    public static String decimalString(long amountMicros) {
        long fraction = Math.abs(amountMicros % MICROS_PER_UNIT);
        int places = MICROS_SCALE;
        while (places > LEAST_PLACES && fraction % 10 == 0) {
            fraction /= 10;
            places--;
        }
        String digits = Long.toString(fraction);
        StringBuilder decimal = new StringBuilder();
        if (amountMicros < 0 && amountMicros > -MICROS_PER_UNIT) {
            decimal.append('-');
        }
        return decimal.append(amountMicros / MICROS_PER_UNIT)
                .append('.')
                .repeat('0', places - digits.length())
                .append(digits)
                .toString();
    }
}
