package io.interlude.report.rollup;

import static java.util.Comparator.comparing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Sums of one group by currency. Nearly every group has one currency, so a map is made only for
/// the second.
final class CurrencySums {
    private static final Comparator<Amounts> MAIN_CURRENCY_FIRST =
            comparing((Amounts amounts) -> amounts.currency().isEmpty())
                    .thenComparingLong(amounts -> -amounts.sums().fetches())
                    .thenComparing(amounts -> amounts.sums().spend().isZero())
                    .thenComparing(Amounts::currency);

    private final String currency;
    private CounterSums sums;
    private @Nullable Map<String, CounterSums> others;

    CurrencySums(String currency, CounterSums first) {
        this.currency = currency;
        this.sums = first;
    }

    void add(String ofCurrency, CounterSums more) {
        if (ofCurrency.equals(currency)) {
            sums = sums.plus(more);
            return;
        }
        Map<String, CounterSums> further = others;
        if (further == null) {
            further = new HashMap<>(2);
            others = further;
        }
        further.merge(ofCurrency, more, CounterSums::plus);
    }

    /// All counts of the group with the money of the currency that most of its fetches are priced
    /// in; then the money of each other currency, every count 0.
    List<Amounts> rows() {
        Map<String, CounterSums> further = others;
        if (further == null) {
            return List.of(new Amounts(currency, sums));
        }
        List<Amounts> priced = new ArrayList<>();
        CounterSums all = sums;
        addIfPriced(priced, new Amounts(currency, sums));
        for (Map.Entry<String, CounterSums> other : further.entrySet()) {
            addIfPriced(priced, new Amounts(other.getKey(), other.getValue()));
            all = all.plus(other.getValue());
        }
        priced.sort(MAIN_CURRENCY_FIRST);
        Amounts main = priced.isEmpty() ? new Amounts("", CounterSums.NONE) : priced.getFirst();
        List<Amounts> rows = new ArrayList<>();
        rows.add(new Amounts(main.currency(), all.withMoneyOf(main.sums())));
        priced.stream()
                .skip(1)
                .forEach(
                        other -> rows.add(new Amounts(other.currency(), other.sums().moneyOnly())));
        return rows;
    }

    /// The rows of two ranges side by side: those of `now`, or of `before` where there is nothing
    /// now, each with what `before` has in its currency; then what `before` alone has.
    static List<Compared> beside(List<Amounts> now, List<Amounts> before) {
        Amounts main = now.getFirst();
        String currency =
                main.currency().isEmpty() ? before.getFirst().currency() : main.currency();
        Map<String, CounterSums> was = new LinkedHashMap<>();
        before.forEach(amounts -> was.put(amounts.currency(), amounts.sums().moneyOnly()));
        List<Compared> rows = new ArrayList<>();
        CounterSums counts = before.getFirst().sums();
        rows.add(new Compared(currency, main.sums(), counts.withMoneyOf(taken(was, currency))));
        now.stream()
                .skip(1)
                .forEach(other ->
                        rows.add(
                                new Compared(
                                        other.currency(),
                                        other.sums(),
                                        taken(was, other.currency()))));
        was.forEach((other, sums) -> {
            if (sums.hasMoney()) {
                rows.add(new Compared(other, CounterSums.NONE, sums));
            }
        });
        return rows;
    }

    private static CounterSums taken(Map<String, CounterSums> was, String currency) {
        CounterSums sums = was.remove(currency);
        return sums == null ? CounterSums.NONE : sums;
    }

    private static void addIfPriced(List<Amounts> priced, Amounts amounts) {
        if (!amounts.currency().isEmpty() || amounts.sums().hasMoney()) {
            priced.add(amounts);
        }
    }

    /// @param currency empty where nothing has a price
    record Amounts(String currency, CounterSums sums) {
        static final List<Amounts> NONE = List.of(new Amounts("", CounterSums.NONE));
    }

    /// The sums of a report's range, and of the one that it is compared with.
    record Compared(String currency, CounterSums now, CounterSums before) {
        static Compared alone(Amounts amounts) {
            return new Compared(amounts.currency(), amounts.sums(), CounterSums.NONE);
        }
    }
}
