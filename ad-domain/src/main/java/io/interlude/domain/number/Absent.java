package io.interlude.domain.number;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// The absence of a number in a bare `double`: a decision asks for a relevance, an urgency and a
/// value of thousands of line items, and boxes none. No other type knows how it is written. A
/// number that is reckoned from an absent one is absent too, and compares as neither less nor more.
public final class Absent {
    /// The number that is not there.
    public static final double NUMBER = Double.NaN;

    private Absent() {}

    /// True of a number that is not there.
    public static boolean is(double number) {
        return Double.isNaN(number);
    }

    /// The number, or another one where it is not there.
    public static double orElse(double number, double other) {
        return is(number) ? other : number;
    }

    /// The number as domain types off the fetch path have it.
    public static OptionalDouble optional(double number) {
        return is(number) ? OptionalDouble.empty() : OptionalDouble.of(number);
    }

    /// The number as records have it: null where it is not there.
    public static @Nullable Double toNullable(double number) {
        return is(number) ? null : number;
    }

    /// The number that a record has, if any.
    public static double ofNullable(@Nullable Double number) {
        return number == null ? NUMBER : number;
    }
}
