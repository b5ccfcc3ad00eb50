package io.interlude.report.rollup;

import static io.interlude.report.fixture.Cells.aCell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.reach.ReachSketch;
import io.interlude.report.fixture.Cells;
import io.interlude.report.fixture.InMemoryReach;
import io.interlude.report.fixture.InMemoryRollups;
import io.interlude.schema.RollupCell;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReportReachTest {
    private static final TimeRange RANGE =
            new TimeRange(
                    Instant.parse("2026-02-28T23:30:00Z"), Instant.parse("2026-03-03T00:10:00Z"));

    private final InMemoryRollups rollups = new InMemoryRollups();
    private final InMemoryReach reach = new InMemoryReach();

    @BeforeEach
    void threePeopleInThreeDays() {
        fetched("2026-02-28T23:40:00Z", "li-1", 1);
        fetched("2026-03-01T10:00:00Z", "li-1", 1);
        fetched("2026-03-01T11:00:00Z", "li-1", 2);
        fetched("2026-03-02T10:00:00Z", "li-2", 2);
        fetched("2026-03-03T00:05:00Z", "li-2", 3);
        fetched("2026-03-03T00:10:00Z", "li-2", 4);
    }

    @Test
    void aSubscriberIsReachedOnceInWhateverTheRangeIsMadeOf() {
        assertThat(rows(ReportGranularity.TOTAL, List.of(), Map.of()))
                .containsExactly(List.of(5L, 3L));
    }

    @Test
    void aSubscriberIsReachedOnceInEachGroup() {
        assertThat(rows(ReportGranularity.TOTAL, List.of(Dimension.LINE_ITEM), Map.of()))
                .containsExactly(List.of("li-1", 3L, 2L), List.of("li-2", 2L, 2L));
        assertThat(rows(ReportGranularity.DAY, List.of(), Map.of()))
                .containsExactly(
                        List.of("2026-02-28T00:00:00Z", 1L, 1L),
                        List.of("2026-03-01T00:00:00Z", 2L, 2L),
                        List.of("2026-03-02T00:00:00Z", 1L, 1L),
                        List.of("2026-03-03T00:00:00Z", 1L, 1L));
    }

    @Test
    void filtersHoldForReachToo() {
        assertThat(
                        rows(
                                ReportGranularity.TOTAL,
                                List.of(),
                                Map.of(Dimension.LINE_ITEM, Set.of("li-2"))))
                .containsExactly(List.of(2L, 2L));
    }

    @Test
    void moreThanFitsIntoMemoryIsRefused() {
        ReportReach<String> small = new ReportReach<>(100, _ -> {});

        assertThatThrownBy(
                        () -> {
                            for (int group = 0; group < 100; group++) {
                                small.add("g" + group, ReachSketch.of(group, 1));
                            }
                        })
                .isInstanceOf(ReportReach.TooLargeException.class);
    }

    private List<List<Object>> rows(
            ReportGranularity granularity,
            List<Dimension> groupBy,
            Map<Dimension, Set<String>> filters) {
        ReportQuery query =
                new ReportQuery(
                        RANGE,
                        granularity,
                        groupBy,
                        List.of(Metric.FETCHES, Metric.REACH),
                        filters);
        Report report =
                new ReportReader(rollups, reach, Duration.ofSeconds(5))
                        .read(new OrgId(Cells.ORG), query, _ -> {})
                        .block();
        return report == null ? List.of() : report.rows();
    }

    private void fetched(String at, String lineItem, long subscriberHash) {
        RollupCell cell = aCell(at).setLineItemId(lineItem).setFetches(1).build();
        rollups.add(cell);
        reach.add(cell, subscriberHash);
    }
}
