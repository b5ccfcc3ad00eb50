package io.interlude.benchmark.rotation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/// Plays rotation against an oracle that always serves the best creative, and prints what each way
/// to rotate loses. Ends with 1 when a limit is broken. See `benchmarks/README.md`.
public final class RotationBenchmark {
    private static final List<Integer> CREATIVES = List.of(2, 3, 5, 10, 20);
    private static final List<Integer> DELAYS = List.of(0, 100, 1_000, 10_000);
    private static final Set<Entrant> FINDERS =
            EnumSet.of(Entrant.INTERLUDE, Entrant.THOMPSON_UNIFORM, Entrant.EPSILON_GREEDY);

    private final RotationOptions options;
    private final Limits limits = new Limits();
    private final List<RegretPlot.Panel> byEntrant = new ArrayList<>();
    private final List<RegretPlot.Panel> byDelay = new ArrayList<>();

    RotationBenchmark(RotationOptions options) {
        this.options = options;
    }

    /// Runs every case.
    public static void main(String... arguments) throws IOException {
        boolean held =
                new RotationBenchmark(RotationOptions.parse(arguments))
                        .run(CREATIVES, List.of(Entrant.values()));
        System.exit(held ? 0 : 1);
    }

    /// Whether every limit holds.
    ///
    /// @param creatives how many each case has
    /// @param entrants that are compared; with Interlude and what it is held against
    boolean run(List<Integer> creatives, List<Entrant> entrants) throws IOException {
        System.out.println(
                "| rates | creatives | rotation | at once | 100 late | 1,000 late | 10,000 late |");
        System.out.println("|---|---|---|---|---|---|---|");
        for (Scenario scenario :
                Stream.<IntFunction<Scenario>>of(
                                Scenario::even, Scenario::oneGood, Scenario::often, Scenario::near)
                        .flatMap(of -> creatives.stream().map(of::apply))
                        .toList()) {
            regrets(scenario, entrants);
        }
        System.out.println();
        System.out.println(
                "| after half the fetches | creatives | rotation | found after | in runs |");
        System.out.println("|---|---|---|---|---|");
        for (Scenario scenario :
                Stream.<IntFunction<Scenario>>of(Scenario::lateRiser, Scenario::newcomer)
                        .flatMap(of -> creatives.stream().map(of::apply))
                        .toList()) {
            FINDERS.forEach(entrant -> finding(scenario, entrant));
        }
        System.out.println();
        System.out.println(limits.summary());
        Path plot = options.plot();
        if (plot != null) {
            Files.writeString(plot, RegretPlot.svg(List.of(byEntrant, byDelay)));
        }
        return limits.held();
    }

    private void regrets(Scenario scenario, List<Entrant> entrants) {
        double thompsonUniform = 0;
        List<RegretPlot.Line> lines = new ArrayList<>();
        for (Entrant entrant : entrants.reversed()) {
            System.err.printf(
                    "%s, %d creatives: %s%n", scenario.name(), scenario.creatives(), entrant.label);
            List<Runs> delayed =
                    DELAYS.stream()
                            .map(delay -> Runs.of(scenario, entrant, delay, options))
                            .toList();
            double atOnce = delayed.getFirst().meanRegret();
            if (entrant == Entrant.THOMPSON_UNIFORM) {
                thompsonUniform = atOnce;
            }
            System.out.println(row(scenario, entrant, delayed));
            lines.add(new RegretPlot.Line(entrant.label, delayed.getFirst().meanCurve()));
            if (entrant == Entrant.INTERLUDE) {
                judge(scenario, delayed, thompsonUniform);
                draw(scenario, lines, delayed);
            }
        }
    }

    private static String row(Scenario scenario, Entrant entrant, List<Runs> delayed) {
        String cells =
                delayed.stream()
                        .map(runs -> String.format(Locale.ROOT, " %.0f |", runs.meanRegret()))
                        .reduce("", String::concat);
        return String.format(
                Locale.ROOT,
                "| %s | %d | %s |%s",
                scenario.name(),
                scenario.creatives(),
                entrant.label,
                cells);
    }

    private void judge(Scenario scenario, List<Runs> delayed, double thompsonUniform) {
        String name = scenario.name() + ", " + scenario.creatives() + " creatives";
        double atOnce = delayed.getFirst().meanRegret();
        int guaranteed =
                options.fetches()
                        / 4
                        * Entrant.EXPLORATION_SHARE_BPS
                        / 10_000
                        / scenario.creatives();
        limits.regret(name, atOnce, thompsonUniform, scenario.isOften());
        for (int i = 0; i < delayed.size(); i++) {
            if (!scenario.isOften()) {
                limits.lateness(name, DELAYS.get(i), delayed.get(i).meanRegret(), atOnce);
            }
            limits.starvation(name, delayed.get(i).leastInLastQuarter(), guaranteed);
        }
    }

    private void draw(Scenario scenario, List<RegretPlot.Line> lines, List<Runs> delayed) {
        if (scenario.name().equals("even") && scenario.creatives() != 3) {
            String title = scenario.creatives() + " creatives";
            byEntrant.add(new RegretPlot.Panel(title + ", feedback at once", lines.reversed()));
            List<RegretPlot.Line> late = new ArrayList<>();
            for (int i = 0; i < delayed.size(); i++) {
                String label = String.format(Locale.ROOT, "%,d late", DELAYS.get(i));
                late.add(new RegretPlot.Line(label, delayed.get(i).meanCurve()));
            }
            byDelay.add(new RegretPlot.Panel(title + ", Interlude", late));
        }
    }

    private void finding(Scenario scenario, Entrant entrant) {
        Runs runs = Runs.of(scenario, entrant, 0, options);
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %s | %,.0f | %d of %d |%n",
                scenario.name(),
                scenario.creatives(),
                entrant.label,
                runs.meanFoundAfter(),
                runs.found(),
                options.runs());
        if (entrant == Entrant.INTERLUDE) {
            String name = scenario.name() + ", " + scenario.creatives() + " creatives";
            limits.found(name, runs.found(), options.runs());
        }
    }
}
