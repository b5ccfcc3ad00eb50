package io.interlude.benchmark.pacing;

import java.time.Duration;
import java.util.Locale;

/// Outcomes as lines of a table in Markdown.
final class PacingTable {
    private static final double PERCENT = 100;

    private PacingTable() {}

    static String head() {
        return "| day | pacing | bound | goal | traffic/goal | instances | state late by | besides | worst off plan % | overshoot % | delivered | holds |\n"
                + "|---|---|---|---|---|---|---|---|---|---|---|---|";
    }

    static String row(PacingOutcome outcome) {
        PacingCase played = outcome.ofCase();
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %,d | %s | %d | %s | %s | %s | %.3f | %,d | %s |",
                played.name(),
                played.mode().name().toLowerCase(Locale.ROOT),
                bound(played),
                played.goal(),
                number(played.requestsPerGoal()),
                played.instances(),
                seconds(played.stateDelay()),
                played.disturbance().words(),
                Double.isNaN(outcome.deviation())
                        ? "-"
                        : String.format(Locale.ROOT, "%.3f", outcome.deviation() * PERCENT),
                outcome.overshoot() * PERCENT,
                outcome.delivered(),
                outcome.holds() ? "yes" : "NO");
    }

    private static String bound(PacingCase played) {
        String bound =
                switch (played.bound()) {
                    case DAILY_MONEY -> "daily ";
                    case DAILY_FETCHES -> "daily impressions, ";
                    case LIFETIME_MONEY -> "lifetime ";
                };
        return bound + played.price().name().toLowerCase(Locale.ROOT);
    }

    private static String number(double number) {
        return number == Math.rint(number)
                ? String.format(Locale.ROOT, "%,.0f", number)
                : String.valueOf(number);
    }

    private static String seconds(Duration delay) {
        return number(delay.toMillis() / 1_000.0) + " s";
    }
}
