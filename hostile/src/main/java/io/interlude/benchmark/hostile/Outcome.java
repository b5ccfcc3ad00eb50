package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.HostileOptions;
import io.interlude.benchmark.hostile.scene.Scene;
import io.interlude.benchmark.hostile.scene.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The outcome of one attack.
///
/// @param run from 1; an attack that only made fetches late is run again
/// @param answers by status and reason
/// @param quietMillis 99th percentile of the victim's fetches before it
/// @param p99Millis the same during it and shortly after
/// @param victimErrors by kind; `0` for none
/// @param reportMillis largest delay of the victim's reports
/// @param faults all that did not hold
public record Outcome(
        String attack,
        int run,
        String holds,
        long requests,
        String answers,
        boolean alive,
        double quietMillis,
        double p99Millis,
        String victimErrors,
        double reportMillis,
        List<String> faults) {
    public Outcome {
        faults = List.copyOf(faults);
    }

    /// True when the attack had no success.
    public boolean held() {
        return faults.isEmpty();
    }

    /// True when it did no more than make fetches late, as a machine's own hiccup does.
    boolean onlyMadeLate() {
        return faults.equals(List.of(late(p99Millis)));
    }

    private static String late(double millis) {
        return String.format(Locale.ROOT, "victim p99 %.0f ms", millis);
    }

    static Outcome of(
            Attack attack,
            int run,
            Scene scene,
            Window quiet,
            boolean alive,
            HostileOptions options) {
        Window during = scene.window();
        List<String> faults = new ArrayList<>();
        if (!alive) {
            faults.add("the process ended or is not ready");
        }
        if (during.errorCount() > 0) {
            faults.add("the victim saw " + during.errors());
        }
        if (during.p99Millis() > options.limitMillis()) {
            faults.add(late(during.p99Millis()));
        }
        if (during.reportMillis() > options.reportMillis()) {
            faults.add(
                    String.format(
                            Locale.ROOT, "victim's report %.0f ms late", during.reportMillis()));
        }
        faults.addAll(scene.faults());
        return new Outcome(
                attack.name(),
                run,
                attack.holds(),
                scene.requests(),
                scene.answers(),
                alive,
                quiet.p99Millis(),
                during.p99Millis(),
                during.errors(),
                during.reportMillis(),
                faults);
    }

    /// All of them, then a line for each that fell, and a count.
    public static String table(List<Outcome> outcomes) {
        StringBuilder table =
                new StringBuilder(
                        "| attack | requests | process | victim p99 before, during ms"
                                + " | victim errors | report late ms | outcome |\n"
                                + "|---|---|---|---|---|---|---|\n");
        outcomes.forEach(outcome -> table.append(outcome.row()).append('\n'));
        table.append('\n');
        outcomes.stream()
                .filter(outcome -> !outcome.held())
                .forEach(fell -> table.append(fell.explained()).append('\n'));
        table.append(
                String.format(
                        Locale.ROOT,
                        "%d attacks, %d held, %d fell%n",
                        outcomes.size(),
                        outcomes.stream().filter(Outcome::held).count(),
                        outcomes.stream().filter(outcome -> !outcome.held()).count()));
        return table.toString();
    }

    String row() {
        return String.format(
                Locale.ROOT,
                "| %s | %,d | %s | %.0f, %.0f | %s | %,.0f | %s |",
                attack,
                requests,
                alive ? "alive" : "dead",
                quietMillis,
                p99Millis,
                victimErrors,
                reportMillis,
                (held() ? "held" : "FELL") + (run == 1 ? "" : ", run " + run));
    }

    String explained() {
        return "FELL " + attack + " (" + holds + "): " + String.join("; ", faults);
    }
}
