package io.interlude.benchmark.pacing;

import io.interlude.benchmark.pacing.PacingOutcome.Point;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// Cumulative spend against the plan, as an SVG: a panel for each of some telling cases.
final class PacingPlot {
    private static final int WIDTH = 300;
    private static final int HEIGHT = 200;
    private static final int MARGIN = 40;
    private static final int COLUMNS = 3;
    private static final double HOURS = 24;

    private PacingPlot() {}

    /// Whether the case gets a panel.
    static boolean shows(PacingCase played) {
        boolean eight = played.instances() == 8;
        return switch (played.name()) {
            case "spikes", "scarce", "08-12 and 18-22", "from 14:20" -> eight;
            case "curve" -> eight && played.disturbance() == Disturbance.NO_TRAFFIC;
            case "flat" ->
                    eight && played.goal() == 10 && played.planned() && isLateAndCalm(played);
            default -> false;
        };
    }

    private static boolean isLateAndCalm(PacingCase played) {
        return played.billsFetches()
                && played.stateDelay().toSeconds() > 1
                && played.disturbance() == Disturbance.NONE;
    }

    static String draw(List<PacingOutcome> outcomes) {
        StringBuilder svg = new StringBuilder();
        int rows = Math.ceilDiv(outcomes.size(), COLUMNS);
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>%n",
                        COLUMNS * (WIDTH + MARGIN) + MARGIN,
                        rows * (HEIGHT + 2 * MARGIN)));
        for (int i = 0; i < outcomes.size(); i++) {
            int x = MARGIN + i % COLUMNS * (WIDTH + MARGIN);
            int y = MARGIN + i / COLUMNS * (HEIGHT + 2 * MARGIN);
            svg.append(panel(outcomes.get(i), x, y));
        }
        return svg.append("</svg>\n").toString();
    }

    private static String panel(PacingOutcome outcome, int x, int y) {
        PacingCase played = outcome.ofCase();
        String title =
                String.format(
                        Locale.ROOT,
                        "%s, goal %,d, %d instances%s",
                        played.name(),
                        played.goal(),
                        played.instances(),
                        played.disturbance() == Disturbance.NONE
                                ? ""
                                : ", " + played.disturbance().words());
        return String.format(
                Locale.ROOT,
                "<g transform=\"translate(%d,%d)\">%n<text y=\"-8\">%s</text>%n<rect width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#ccc\"/>%n%s%s%s</g>%n",
                x,
                y,
                title,
                WIDTH,
                HEIGHT,
                line(outcome.curve(), Point::plan, "#999\" stroke-dasharray=\"4 3"),
                line(outcome.curve(), Point::spent, "#06c"),
                hours());
    }

    private static String line(List<Point> curve, ToDoubleFunction<Point> share, String stroke) {
        double last = Math.max(HOURS, curve.getLast().hour());
        String points =
                curve.stream()
                        .map(point ->
                                String.format(
                                        Locale.ROOT,
                                        "%.1f,%.1f",
                                        point.hour() / last * WIDTH,
                                        HEIGHT * (1 - share.applyAsDouble(point))))
                        .collect(Collectors.joining(" "));
        return String.format(
                "<polyline fill=\"none\" stroke=\"%s\" points=\"%s\"/>%n", stroke, points);
    }

    private static String hours() {
        StringBuilder labels = new StringBuilder();
        for (int hour = 0; hour <= HOURS; hour += 6) {
            labels.append(
                    String.format(
                            Locale.ROOT,
                            "<text x=\"%.0f\" y=\"%d\" text-anchor=\"middle\" fill=\"#666\">%d h</text>%n",
                            hour / HOURS * WIDTH,
                            HEIGHT + 14,
                            hour));
        }
        return labels.toString();
    }
}
