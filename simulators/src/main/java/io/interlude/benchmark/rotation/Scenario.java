package io.interlude.benchmark.rotation;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Creatives and their chances to engage, before and after half the fetches.
///
/// @param available how many of the creatives there are in the first half
/// @param watched the creative that is to be found in the second half, or -1
record Scenario(
        String name, List<Double> rates, List<Double> ratesAfter, int available, int watched) {
    private static final double LOWEST = 0.005;
    private static final double HIGHEST = 0.05;
    private static final double RISEN = 0.10;

    Scenario {
        rates = List.copyOf(rates);
        ratesAfter = List.copyOf(ratesAfter);
    }

    int creatives() {
        return rates.size();
    }

    /// Rates at equal distances from 0.5 % to 5 %.
    static Scenario even(int creatives) {
        List<Double> rates = evenRates(creatives);
        return new Scenario("even", rates, rates, creatives, -1);
    }

    /// Rates at equal distances from 20 % to 60 %, as flows have them.
    static Scenario often(int creatives) {
        List<Double> rates = evenRates(creatives, 0.2, 0.6);
        return new Scenario("often", rates, rates, creatives, -1);
    }

    /// Rates at equal distances from 50 % to 60 %.
    static Scenario near(int creatives) {
        List<Double> rates = evenRates(creatives, 0.5, 0.6);
        return new Scenario("near", rates, rates, creatives, -1);
    }

    /// Whether every second or third fetch engages.
    boolean isOften() {
        return rates.getLast() > 0.5;
    }

    /// One creative of 5 %, the others of 0.5 %.
    static Scenario oneGood(int creatives) {
        List<Double> rates =
                IntStream.range(0, creatives).mapToObj(i -> i == 0 ? HIGHEST : LOWEST).toList();
        return new Scenario("one good", rates, rates, creatives, -1);
    }

    /// Even rates; the worst creative rises to 10 % after half the fetches.
    static Scenario lateRiser(int creatives) {
        List<Double> rates = evenRates(creatives);
        List<Double> after = new ArrayList<>(rates);
        after.set(0, RISEN);
        return new Scenario("late riser", rates, after, creatives, 0);
    }

    /// Even rates; one more creative, of 10 %, comes after half the fetches.
    static Scenario newcomer(int creatives) {
        List<Double> rates = new ArrayList<>(evenRates(creatives));
        rates.add(RISEN);
        return new Scenario("newcomer", rates, rates, creatives, creatives);
    }

    private static List<Double> evenRates(int creatives) {
        return evenRates(creatives, LOWEST, HIGHEST);
    }

    private static List<Double> evenRates(int creatives, double lowest, double highest) {
        double step = (highest - lowest) / (creatives - 1);
        return IntStream.range(0, creatives).mapToObj(i -> lowest + i * step).toList();
    }
}
