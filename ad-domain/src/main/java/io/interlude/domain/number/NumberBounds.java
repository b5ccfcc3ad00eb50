package io.interlude.domain.number;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

/// The one rule for decimal numbers: which are accepted, and how each is written.
///
/// An accepted number has at most [#MOST_DIGITS] digits, its trailing zeros included, and is either
/// zero or between the smallest and the largest binary64 in size. So each reader of a journal, an
/// export or an answer gets what was sent: one that keeps IEEE 754 decimal128 exactly, one that
/// keeps binary64 (which RFC 8259 section 6 expects of every JSON reader) to its own precision,
/// never as infinity and never as zero in place of a number. An accepted number is kept digit by
/// digit and not rounded.
///
/// Records of earlier versions may hold numbers beyond the bounds. They are read and written too:
/// no number of any size costs more than its own digits, because an exponent is never expanded.
public final class NumberBounds {
    /// Digits of a number, as decimal128 holds them.
    public static final int MOST_DIGITS = 34;

    /// Greatest power of ten of a first digit, as binary64 holds it.
    public static final int LARGEST_EXPONENT = 308;

    /// Least power of ten of a first digit, as binary64 holds it.
    public static final int SMALLEST_EXPONENT = -324;

    /// The rule as a client reads it.
    public static final String RULE = "give at most 34 digits and a size from 1e-323 to 1e308.";

    /// Longest text that is taken as a number.
    private static final int LONGEST_TEXT = 64;

    /// Longest spelling that is read at all. Reading one costs the square of its length. The
    /// longest that an earlier version could store is a number of 10,000 digits.
    private static final int LONGEST_READ = 10_240;

    /// Digits that a number may be written with where its own are fewer, as ECMAScript's
    /// `Number::toString` does.
    private static final int MOST_PLAIN_DIGITS = 21;

    /// In place of a number whose exponent fits no decimal or whose text is too long to read.
    private static final BigDecimal UNREADABLE = new BigDecimal(BigInteger.ONE, -Integer.MAX_VALUE);

    private static final BigInteger UNREADABLE_INTEGER = BigInteger.TEN.pow(2 * LARGEST_EXPONENT);

    private NumberBounds() {}

    /// Whether the number is accepted.
    public static boolean allow(BigDecimal number) {
        long exponent = (long) number.precision() - number.scale() - 1;
        if (number.precision() > MOST_DIGITS
                || exponent > LARGEST_EXPONENT
                || exponent < SMALLEST_EXPONENT) {
            return false;
        }
        double nearest = number.doubleValue();
        return Double.isFinite(nearest) && (nearest != 0 || number.signum() == 0);
    }

    /// Whether the integer is accepted.
    public static boolean allow(BigInteger number) {
        return number.bitLength() <= Long.SIZE || allow(new BigDecimal(number, 0));
    }

    /// The accepted number that a text spells, if it does.
    public static Optional<BigDecimal> parse(String text) {
        if (text.length() > LONGEST_TEXT) {
            return Optional.empty();
        }
        try {
            return Optional.of(new BigDecimal(text)).filter(NumberBounds::allow);
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /// Reads a number of JSON, accepted or not. One that no decimal can hold, or of more than
    /// 10,240 characters, reads as a number that is not accepted.
    public static BigDecimal read(String json) {
        if (json.length() > LONGEST_READ) {
            return UNREADABLE;
        }
        try {
            return new BigDecimal(json);
        } catch (NumberFormatException _) {
            return UNREADABLE;
        }
    }

    /// Like [#read], for an integer without an exponent.
    public static BigInteger readInteger(String json) {
        return json.length() > LONGEST_READ ? UNREADABLE_INTEGER : new BigInteger(json);
    }

    /// The number as JSON: plain up to 21 digits before and after the point (`1e2` is `100`),
    /// otherwise with an exponent where it came with one. Reading it gives an equal number.
    public static String text(BigDecimal number) {
        boolean plain =
                number.scale() <= MOST_PLAIN_DIGITS
                        && (long) number.precision() - number.scale() <= MOST_PLAIN_DIGITS;
        return plain ? number.toPlainString() : number.toString();
    }
}
