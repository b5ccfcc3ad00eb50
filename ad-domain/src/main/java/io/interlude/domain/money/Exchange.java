package io.interlude.domain.money;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.number.Absent;
import java.util.Map;

/// The currency in which an org compares money, and what others are worth in it.
///
/// @param currency ISO 4217 code
/// @param codeToRate for ISO 4217 codes of other currencies, how much of this one a unit is worth;
///   each positive
public record Exchange(String currency, Map<String, Double> codeToRate) {
    /// Of an org that names neither.
    public static final Exchange DEFAULT = new Exchange("USD", Map.of());

    public Exchange {
        requireNonNull(currency, "currency is null");
        codeToRate = Map.copyOf(codeToRate);
    }

    /// True of this currency, and of those that have a rate.
    public boolean knows(String code) {
        return code.equals(currency) || codeToRate.containsKey(code);
    }

    /// How much of this currency a unit of another is worth; [Absent] of one that it does not know.
    public double rate(String code) {
        return code.equals(currency) ? 1 : codeToRate.getOrDefault(code, Absent.NUMBER);
    }
}
