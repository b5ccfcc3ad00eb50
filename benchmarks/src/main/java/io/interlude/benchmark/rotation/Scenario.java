package io.interlude.benchmark.rotation;

import java.util.stream.IntStream;

/// Creatives and their chances to engage, before and after half the fetches.
///
/// @param available how many of the creatives there are in the first half
/// @param watched the creative that is to be found in the second half, or -1
record Scenario(String name, double[] rates, double[] ratesAfter, int available, int watched) {
    private static final double LOWEST = 0.005;
    private static final double HIGHEST = 0.05;
    private static final double RISEN = 0.10;

    int creatives() {
        return rates.length;
    }

    /// Rates at equal distances from 0.5 % to 5 %.
    static Scenario even(int creatives) {
        double[] rates = evenRates(creatives);
        return new Scenario("even", rates, rates, creatives, -1);
    }

    /// One creative of 5 %, the others of 0.5 %.
    static Scenario oneGood(int creatives) {
        double[] rates =
                IntStream.range(0, creatives).mapToDouble(i -> i == 0 ? HIGHEST : LOWEST).toArray();
        return new Scenario("one good", rates, rates, creatives, -1);
    }

    /// Even rates; the worst creative rises to 10 % after half the fetches.
    static Scenario lateRiser(int creatives) {
        double[] rates = evenRates(creatives);
        double[] after = rates.clone();
        after[0] = RISEN;
        return new Scenario("late riser", rates, after, creatives, 0);
    }

    /// Even rates; one more creative, of 10 %, comes after half the fetches.
    static Scenario newcomer(int creatives) {
        double[] rates = IntStream.rangeClosed(0, creatives).mapToDouble(_ -> RISEN).toArray();
        System.arraycopy(evenRates(creatives), 0, rates, 0, creatives);
        return new Scenario("newcomer", rates, rates, creatives, creatives);
    }

    private static double[] evenRates(int creatives) {
        double step = (HIGHEST - LOWEST) / (creatives - 1);
        return IntStream.range(0, creatives).mapToDouble(i -> LOWEST + i * step).toArray();
    }
}
