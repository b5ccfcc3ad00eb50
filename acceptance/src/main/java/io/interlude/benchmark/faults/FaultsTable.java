package io.interlude.benchmark.faults;

import io.interlude.benchmark.faults.Sent.ClientOutcome;
import io.interlude.benchmark.faults.Sent.Kind;
import java.util.Locale;
import java.util.Map;

/// The results as tables in Markdown.
public final class FaultsTable {
    private FaultsTable() {}

    static String phaseHead() {
        return "| phase | s | 201 / 503 / lost events | 302 / 307 / other / lost clicks"
                + " | 200 / 204 / other / lost fetches | redirect p99, max ms | event p99, max ms"
                + " | fetch p99, max ms | redirects, ready after s | drained after s | besides |\n"
                + "|---|---|---|---|---|---|---|---|---|---|---|";
    }

    static String phase(PhaseStats phase) {
        return String.format(
                Locale.ROOT,
                "| %s | %.1f | %s | %s | %s | %s | %s | %s | %s | %s | %s |",
                phase.name(),
                phase.seconds,
                counts(phase, Kind.EVENT),
                counts(phase, Kind.CLICK),
                counts(phase, Kind.FETCH),
                millis(phase, Kind.CLICK),
                millis(phase, Kind.EVENT),
                millis(phase, Kind.FETCH),
                seconds(phase.redirectsSeconds) + ", " + seconds(phase.serviceBackSeconds),
                seconds(phase.drainedSeconds),
                phase.note.isEmpty() ? "-" : phase.note);
    }

    private static String counts(PhaseStats phase, Kind kind) {
        return String.format(
                Locale.ROOT,
                "%,d / %s%,d / %,d",
                phase.count(kind, ClientOutcome.ACCEPTED),
                between(phase, kind),
                phase.count(kind, ClientOutcome.REFUSED),
                phase.count(kind, ClientOutcome.UNANSWERED)
                        + phase.count(kind, ClientOutcome.NOT_SENT));
    }

    /// The answers of a kind that neither promise nor refuse.
    private static String between(PhaseStats phase, Kind kind) {
        return switch (kind) {
            case EVENT -> "";
            case CLICK ->
                    String.format(
                            Locale.ROOT, "%,d / ", phase.count(kind, ClientOutcome.UNPROMISED));
            case FETCH ->
                    String.format(Locale.ROOT, "%,d / ", phase.count(kind, ClientOutcome.NOTHING));
        };
    }

    private static String millis(PhaseStats phase, Kind kind) {
        return String.format(
                Locale.ROOT, "%.1f, %.1f", phase.millis(kind, 99), phase.millis(kind, 100));
    }

    private static String seconds(double seconds) {
        return Double.isNaN(seconds) ? "-" : String.format(Locale.ROOT, "%.1f", seconds);
    }

    public static String journalHead() {
        return "| journal | accepted | there | missing | twice | refused | of these there"
                + " | unanswered or 307 | of these there | not sent | strangers | out of order |\n"
                + "|---|---|---|---|---|---|---|---|---|---|---|---|";
    }

    public static String journal(String name, FaultsAudit.Result found) {
        return String.format(
                Locale.ROOT,
                "| %s | %,d | %,d | %,d | %,d | %,d | %,d | %,d | %,d | %,d | %,d | %,d |",
                name,
                found.accepted,
                found.placed,
                found.missing,
                found.twice,
                found.refused,
                found.refusedPlaced,
                found.unanswered,
                found.unansweredPlaced,
                found.notSent,
                found.strangers,
                found.outOfOrder);
    }

    static String reports(Map<String, Long> expected, Map<String, Long> reported) {
        StringBuilder table = new StringBuilder("| report | journal | reported |\n|---|---|---|");
        expected.forEach((metric, count) ->
                table.append(
                        String.format(
                                Locale.ROOT,
                                "%n| %s | %,d | %,d |",
                                metric,
                                count,
                                reported.getOrDefault(metric, -1L))));
        return table.toString();
    }
}
