package io.interlude.benchmark.rotation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Draws regret over fetches as an SVG file: rows of panels, each row with one legend.
final class RegretPlot {
    private static final List<String> COLOURS =
            List.of("#0b5fff", "#e4572e", "#f2a541", "#3a9d5d", "#8e5bb5", "#8a8f98");
    private static final int PANEL_WIDTH = 300;
    private static final int PANEL_HEIGHT = 200;
    private static final int LEFT = 56;
    private static final int TOP = 64;
    private static final int ROW_HEIGHT = PANEL_HEIGHT + TOP + 40;
    private static final int TICKS = 4;

    private final StringBuilder svg = new StringBuilder();

    private RegretPlot() {}

    /// One curve at equal distances.
    record Line(String label, List<Double> values) {}

    /// One pair of axes; its regret axis ends above the second-largest final value, so that one bad
    /// line does not flatten the others.
    record Panel(String title, List<Line> lines) {
        double top() {
            double[] ends =
                    lines.stream().mapToDouble(line -> line.values().getLast()).sorted().toArray();
            return ends[Math.max(0, ends.length - 2)] * 1.1;
        }
    }

    static String svg(List<List<Panel>> rows) {
        RegretPlot plot = new RegretPlot();
        int columns = rows.stream().mapToInt(List::size).max().orElse(1);
        plot.write(
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12" fill="#2b2f36">
                <rect width="100%%" height="100%%" fill="#ffffff"/>
                """,
                columns * (PANEL_WIDTH + LEFT) + 24, rows.size() * ROW_HEIGHT);
        for (int row = 0; row < rows.size(); row++) {
            plot.legend(rows.get(row), row * ROW_HEIGHT + 24);
            for (int column = 0; column < rows.get(row).size(); column++) {
                plot.panel(
                        rows.get(row).get(column),
                        column * (PANEL_WIDTH + LEFT) + LEFT,
                        row * ROW_HEIGHT + TOP);
            }
        }
        plot.svg.append("</svg>\n");
        return plot.svg.toString();
    }

    private void legend(List<Panel> row, int y) {
        int x = LEFT;
        List<Line> lines = row.getFirst().lines();
        for (int i = 0; i < lines.size(); i++) {
            write(
                    """
                    <rect x="%d" y="%d" width="18" height="4" fill="%s"/><text x="%d" y="%d">%s</text>
                    """,
                    x, y - 6, COLOURS.get(i), x + 24, y, lines.get(i).label());
            x += 48 + 7 * lines.get(i).label().length();
        }
    }

    private void panel(Panel panel, int x, int y) {
        write("<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s</text>\n", x, y - 10, panel.title());
        double top = panel.top();
        for (int tick = 0; tick <= TICKS; tick++) {
            int height = y + PANEL_HEIGHT - PANEL_HEIGHT * tick / TICKS;
            write(
                    """
                    <line x1="%d" y1="%d" x2="%d" y2="%d" stroke="#e3e6ea"/><text x="%d" y="%d" text-anchor="end">%.0f</text>
                    """,
                    x, height, x + PANEL_WIDTH, height, x - 6, height + 4, top * tick / TICKS);
        }
        write(
                """
                <text x="%d" y="%d">0</text><text x="%d" y="%d" text-anchor="end">all fetches</text>
                <svg x="%d" y="%d" width="%d" height="%d">
                """,
                x,
                y + PANEL_HEIGHT + 16,
                x + PANEL_WIDTH,
                y + PANEL_HEIGHT + 16,
                x,
                y,
                PANEL_WIDTH,
                PANEL_HEIGHT);
        for (int i = panel.lines().size() - 1; i >= 0; i--) {
            curve(panel.lines().get(i).values(), top, COLOURS.get(i));
        }
        svg.append("</svg>\n");
    }

    /// Inside the panel's own frame, which cuts off what is above its top.
    private void curve(List<Double> values, double top, String colour) {
        StringBuilder points = new StringBuilder("0," + PANEL_HEIGHT);
        for (int i = 0; i < values.size(); i++) {
            points.append(
                    String.format(
                            Locale.ROOT,
                            " %.1f,%.1f",
                            (i + 1.0) * PANEL_WIDTH / values.size(),
                            PANEL_HEIGHT * (1 - values.get(i) / top)));
        }
        write(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n",
                points, colour);
    }

    private void write(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, Arrays.copyOf(values, values.length)));
    }
}
