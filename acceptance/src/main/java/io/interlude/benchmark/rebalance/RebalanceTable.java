package io.interlude.benchmark.rebalance;

import java.util.Locale;

/// The lines of the harness's table.
final class RebalanceTable {
    private RebalanceTable() {}

    /// The cost of one step.
    ///
    /// @param owned records read to own partitions
    /// @param followed records read to follow partitions
    record Row(
            String step,
            AnswerTimeline.Summary answers,
            CoverTimeline cover,
            double owned,
            double followed) {}

    static String head() {
        return """
        | step | asked | refused | refused within s | by a standby | later than 200 ms | owners of \
        all after s | standbys of all after s | records read by owners | by standbys | MB | MB/s |
        |---|---|---|---|---|---|---|---|---|---|---|---|\
        """;
    }

    static String line(Row row) {
        AnswerTimeline.Summary answers = row.answers();
        CoverTimeline cover = row.cover();
        double restoring = cover.restoringSeconds();
        return "| %s | %,d | %,d%s | %.1f | %s | %,d | %s | %s | %,.0f | %,.0f | %,.0f | %s |"
                .formatted(
                        row.step(),
                        answers.asked(),
                        answers.refused(),
                        answers.refused() == 0
                                ? ""
                                : " (%s)".formatted(percent(answers.refused(), answers.asked())),
                        answers.refusedSeconds(),
                        percent(answers.byStandby(), answers.asked()),
                        answers.slow(),
                        seconds(cover.ownersSeconds()),
                        seconds(cover.standbysSeconds()),
                        row.owned(),
                        row.followed(),
                        cover.restoredMb(),
                        restoring == 0 ? "" : "%.1f".formatted(cover.restoredMb() / restoring));
    }

    private static String percent(long part, long all) {
        return String.format(Locale.ROOT, "%.1f %%", all == 0 ? 0 : 100.0 * part / all);
    }

    private static String seconds(double seconds) {
        return Double.isNaN(seconds) ? "not" : "%.1f".formatted(seconds);
    }
}
