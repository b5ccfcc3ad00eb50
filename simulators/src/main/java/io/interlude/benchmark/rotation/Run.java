package io.interlude.benchmark.rotation;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// The results of one run.
///
/// @param regretCurve cumulative regret after each hundredth of the fetches: what the best creative
///   would have engaged more than the served ones, by their rates
/// @param leastInLastQuarter fetches of the creative that was served least in the last quarter
/// @param foundAfter fetches from the middle on until the watched creative had the largest share of
///   the latest [#WINDOW]; [#NEVER] when it did not
record Run(List<Double> regretCurve, int leastInLastQuarter, int foundAfter) {
    static final int NEVER = Integer.MAX_VALUE;
    static final int POINTS = 100;
    private static final int WINDOW = 500;

    private record Late(int knownFrom, int fetch, int creative) {}

    double regret() {
        return regretCurve.getLast();
    }

    /// @param delay fetches until an engagement is known
    static Run of(Scenario scenario, Entrant entrant, int fetches, int delay, long seed) {
        int creatives = scenario.creatives();
        double[] ratesBefore = array(scenario.rates());
        double[] ratesAfter = array(scenario.ratesAfter());
        // A creative's n-th fetch engages or not whoever serves it: less noise between entrants.
        SplittableRandom[] worlds =
                IntStream.range(0, creatives)
                        .mapToObj(i -> new SplittableRandom(seed * 1_000_003 + i))
                        .toArray(SplittableRandom[]::new);
        Contestant contestant = entrant.start(creatives, fetches, new SplittableRandom(~seed));
        Queue<Late> late = new ArrayDeque<>();
        int[] served = new int[fetches];
        double[] curve = new double[POINTS];
        double regret = 0;
        for (int fetch = 0; fetch < fetches; fetch++) {
            while (!late.isEmpty() && late.element().knownFrom() <= fetch) {
                Late known = late.remove();
                contestant.engaged(known.fetch(), known.creative());
            }
            boolean after = fetch >= fetches / 2;
            double[] rates = after ? ratesAfter : ratesBefore;
            int available = after ? creatives : scenario.available();
            int creative = contestant.serve(fetch, available);
            served[fetch] = creative;
            regret += Arrays.stream(rates, 0, available).max().orElseThrow() - rates[creative];
            curve[(int) ((long) fetch * POINTS / fetches)] = regret;
            if (worlds[creative].nextDouble() < rates[creative]) {
                late.add(new Late(fetch + 1 + delay, fetch, creative));
            }
        }
        return new Run(
                Arrays.stream(curve).boxed().toList(),
                leastInLastQuarter(served, creatives),
                foundAfter(scenario, served));
    }

    private static double[] array(List<Double> rates) {
        return rates.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static int leastInLastQuarter(int[] served, int creatives) {
        int[] counts = new int[creatives];
        Arrays.stream(served, served.length * 3 / 4, served.length).forEach(i -> counts[i]++);
        return Arrays.stream(counts).min().orElseThrow();
    }

    private static int foundAfter(Scenario scenario, int[] served) {
        int[] recent = new int[scenario.creatives()];
        for (int fetch = 0; fetch < served.length && scenario.watched() >= 0; fetch++) {
            recent[served[fetch]]++;
            if (fetch >= WINDOW) {
                recent[served[fetch - WINDOW]]--;
            }
            int most = Arrays.stream(recent).max().orElseThrow();
            if (fetch >= served.length / 2 && recent[scenario.watched()] == most) {
                return fetch - served.length / 2;
            }
        }
        return NEVER;
    }
}
