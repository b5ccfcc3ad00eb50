package io.interlude.benchmark.rotation;

import java.util.List;
import java.util.stream.IntStream;

/// Several runs of one case, each with a seed of its own.
record Runs(List<Run> runs) {
    static Runs of(Scenario scenario, Entrant entrant, int delay, RotationOptions options) {
        return new Runs(
                IntStream.range(0, options.runs())
                        .parallel()
                        .mapToObj(run ->
                                Run.of(
                                        scenario,
                                        entrant,
                                        options.fetches(),
                                        delay,
                                        options.seed() + run))
                        .toList());
    }

    double meanRegret() {
        return runs.stream().mapToDouble(Run::regret).average().orElseThrow();
    }

    List<Double> meanCurve() {
        return IntStream.range(0, Run.POINTS)
                .mapToObj(point ->
                        runs.stream()
                                .mapToDouble(run -> run.regretCurve().get(point))
                                .average()
                                .orElseThrow())
                .toList();
    }

    int leastInLastQuarter() {
        return runs.stream().mapToInt(Run::leastInLastQuarter).min().orElseThrow();
    }

    long found() {
        return runs.stream().filter(run -> run.foundAfter() != Run.NEVER).count();
    }

    /// Mean over the runs that found it; NaN when none did.
    double meanFoundAfter() {
        return runs.stream()
                .filter(run -> run.foundAfter() != Run.NEVER)
                .mapToInt(Run::foundAfter)
                .average()
                .orElse(Double.NaN);
    }
}
