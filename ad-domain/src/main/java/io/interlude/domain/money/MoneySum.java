package io.interlude.domain.money;

import java.math.BigDecimal;
import java.math.BigInteger;

/// An exact sum of micros, of any amounts and however many, added in any order: `micros` plus
/// `overflows` times 2^64. Sums that a long can hold have no overflows.
///
/// @param micros the sum modulo 2^64, as a signed long
/// @param overflows how often the sum passed the upper end of a long, less how often the lower
public record MoneySum(long micros, long overflows) {
    public static final MoneySum ZERO = new MoneySum(0, 0);

    public static MoneySum of(long micros) {
        return micros == 0 ? ZERO : new MoneySum(micros, 0);
    }

    public MoneySum plus(MoneySum other) {
        return new MoneySum(
                micros + other.micros,
                overflows + other.overflows + overflow(micros, other.micros));
    }

    public MoneySum minus(MoneySum other) {
        long difference = micros - other.micros;
        boolean overflown = ((micros ^ other.micros) & (micros ^ difference)) < 0;
        return new MoneySum(
                difference, overflows - other.overflows + (overflown ? (micros < 0 ? -1 : 1) : 0));
    }

    /// What adding two longs loses: 1 past the upper end, -1 past the lower, else 0.
    public static int overflow(long left, long right) {
        long sum = left + right;
        boolean overflown = ((left ^ sum) & (right ^ sum)) < 0;
        return overflown ? (left < 0 ? -1 : 1) : 0;
    }

    public boolean isZero() {
        return micros == 0 && overflows == 0;
    }

    /// The sum as a decimal string with at least two places, like [Money#decimalString].
    public String toDecimalString() {
        if (overflows == 0) {
            return Money.decimalString(micros);
        }
        BigInteger exact =
                BigInteger.valueOf(overflows).shiftLeft(Long.SIZE).add(BigInteger.valueOf(micros));
        BigDecimal amount = new BigDecimal(exact, Money.MICROS_SCALE).stripTrailingZeros();
        return amount.setScale(Math.max(amount.scale(), Money.LEAST_PLACES)).toPlainString();
    }
}
