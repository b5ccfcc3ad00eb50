package io.interlude.benchmark.rebalance;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.benchmark.rebalance.AnswerTimeline.Summary;
import io.interlude.benchmark.rebalance.CoverTimeline.Look;
import io.interlude.benchmark.rebalance.RebalanceTable.Row;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RebalanceTableTest {
    @Test
    void eachLineHasTheColumnsOfTheHead() {
        CoverTimeline cover = new CoverTimeline(0);
        cover.add(new Look(0, true, false, 0));
        cover.add(new Look(TimeUnit.SECONDS.toNanos(2), true, false, 80e6));

        String line =
                RebalanceTable.line(
                        new Row(
                                "killed",
                                new Summary(4_000, 40, 1.5, 600, 3),
                                cover,
                                250_000,
                                1_200));

        assertThat(line)
                .isEqualTo(
                        "| killed | 4,000 | 40 (1.0 %) | 1.5 | 15.0 % | 3 | 0.0 | not | 250,000 |"
                                + " 1,200 | 80 | 40.0 |");
        assertThat(RebalanceTable.head().lines())
                .allMatch(head -> head.chars().filter(c -> c == '|').count() == 13);
        assertThat(line.chars().filter(c -> c == '|').count()).isEqualTo(13);
    }
}
