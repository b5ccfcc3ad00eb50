package io.interlude.report.rollup;

import static io.interlude.report.fixture.Cells.aCell;
import static io.interlude.report.fixture.Cells.aNoFill;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.schema.RollupCell;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReportFoldTest {
    private static final String AT = "2026-03-01T10:30:00Z";
    private static final TimeRange RANGE =
            new TimeRange(
                    Instant.parse("2026-03-01T10:00:00Z"), Instant.parse("2026-03-01T12:00:00Z"));

    @Test
    void countsRequestsAsFillsAndNoFills() {
        Report report =
                fold(
                        total(List.of(), Metric.REQUESTS, Metric.FILLS, Metric.FILL_RATE),
                        aCell(AT).setFetches(3).build(),
                        aNoFill(AT).setNoFills(1).build());

        assertThat(report.columns()).containsExactly("requests", "fills", "fillRate");
        assertThat(report.rows()).containsExactly(List.of(4L, 3L, 0.75));
    }

    @Test
    void keepsNoFillsInARowWithoutLineItem() {
        Report report =
                fold(
                        total(List.of(Dimension.LINE_ITEM), Metric.REQUESTS, Metric.NO_FILLS),
                        aCell(AT).setFetches(3).build(),
                        aNoFill(AT).setNoFills(2).build());

        assertThat(report.rows()).containsExactly(List.of("", 2L, 2L), List.of("li-1", 3L, 0L));
    }

    @Test
    void putsMoneyOfAnotherCurrencyIntoARowWithoutCounts() {
        Report report =
                fold(
                        total(
                                List.of(Dimension.LINE_ITEM),
                                Metric.FETCHES,
                                Metric.CONVERSIONS,
                                Metric.CONVERSION_VALUE,
                                Metric.SPEND),
                        aCell(AT).setFetches(2).setSpendMicros(8_000).build(),
                        aCell(AT)
                                .setCurrency("EUR")
                                .setConversionCount(1)
                                .setConversionValueMicros(12_500_000)
                                .build());

        assertThat(report.columns())
                .containsExactly(
                        "lineItem",
                        "currency",
                        "fetches",
                        "conversions",
                        "conversionValue",
                        "spend");
        assertThat(report.rows())
                .containsExactly(
                        List.of("li-1", "USD", 2L, 1L, "0.00", "0.008"),
                        List.of("li-1", "EUR", 0L, 0L, "12.50", "0.00"));
    }

    @Test
    void tellsWhatShadowsWouldHaveDoneOnlyWhereThatIsAskedFor() {
        RollupCell served = aCell(AT).setFetches(2).setSpendMicros(8_000).build();
        RollupCell shadow =
                aCell(AT)
                        .setLineItemId("shadow")
                        .setCurrency("EUR")
                        .setWouldServe(5)
                        .setWouldSpendMicros(20_000)
                        .build();

        assertThat(
                        fold(
                                        total(
                                                List.of(Dimension.LINE_ITEM),
                                                Metric.FETCHES,
                                                Metric.WOULD_SERVE,
                                                Metric.WOULD_SPEND),
                                        served,
                                        shadow)
                                .rows())
                .containsExactly(
                        List.of("li-1", "USD", 2L, 0L, "0.00"),
                        List.of("shadow", "EUR", 0L, 5L, "0.02"));
        assertThat(fold(total(List.of(), Metric.SPEND), shadow).rows())
                .isEqualTo(fold(total(List.of(), Metric.SPEND)).rows());
    }

    @Test
    void neverSplitsByCurrencyWhenNoMoneyIsAskedFor() {
        Report report =
                fold(
                        total(List.of(), Metric.FETCHES),
                        aCell(AT).setFetches(2).build(),
                        aCell(AT).setCurrency("EUR").setFetches(5).build());

        assertThat(report.columns()).containsExactly("fetches");
        assertThat(report.rows()).containsExactly(List.of(7L));
    }

    @Test
    void keepsMoneyThatHasNoCurrency() {
        Report report =
                fold(
                        total(List.of(), Metric.CONVERSION_VALUE),
                        aCell(AT).setCurrency("").setConversionValueMicros(1_000_000).build());

        assertThat(report.rows()).containsExactly(List.of("", "1.00"));
    }

    @Test
    void answersOneRowOfZerosForATotalOfNothing() {
        Report report = fold(total(List.of(), Metric.FETCHES, Metric.CTR, Metric.SPEND));

        assertThat(report.rows()).containsExactly(List.of("", 0L, 0.0, "0.00"));
    }

    @Test
    void leavesOutGroupsInWhichNothingAskedForWasCounted() {
        Report report =
                fold(
                        total(List.of(Dimension.LINE_ITEM), Metric.CLICKS),
                        aCell(AT).setFetches(3).build(),
                        aCell(AT).setLineItemId("li-2").setClicks(1).build());

        assertThat(report.rows()).containsExactly(List.of("li-2", 1L));
    }

    @Test
    void keepsClicksThatFollowFetchesOfAnEarlierRow() {
        Report report = fold(total(List.of(), Metric.CTR), aCell(AT).setUniqueClicks(2).build());

        assertThat(report.rows()).containsExactly(List.of(0.0));
    }

    @Test
    void startsEachRowAtItsHour() {
        ReportQuery query =
                new ReportQuery(
                        RANGE,
                        ReportGranularity.HOUR,
                        List.of(),
                        List.of(Metric.FETCHES),
                        Map.of());

        Report report =
                fold(
                        query,
                        aCell("2026-03-01T11:05:00Z").setFetches(1).build(),
                        aCell("2026-03-01T10:30:00Z").setFetches(2).build(),
                        aCell("2026-03-01T10:31:00Z").setFetches(3).build());

        assertThat(report.columns()).containsExactly("start", "fetches");
        assertThat(report.rows())
                .containsExactly(
                        List.of("2026-03-01T10:00:00Z", 5L), List.of("2026-03-01T11:00:00Z", 1L));
    }

    @Test
    void keepsOnlyWhatPassesEveryFilter() {
        ReportQuery query =
                new ReportQuery(
                        RANGE,
                        ReportGranularity.TOTAL,
                        List.of(Dimension.CREATIVE),
                        List.of(Metric.FETCHES),
                        Map.of(
                                Dimension.LINE_ITEM, Set.of("li-1", "li-2"),
                                Dimension.AD_UNIT, Set.of("home")));

        Report report =
                fold(
                        query,
                        aCell(AT).setFetches(1).build(),
                        aCell(AT).setLineItemId("li-2").setCreativeId("cr-2").setFetches(2).build(),
                        aCell(AT).setLineItemId("li-3").setCreativeId("cr-3").setFetches(4).build(),
                        aCell(AT).setAdUnitCode("exit").setFetches(8).build());

        assertThat(report.rows()).containsExactly(List.of("cr-1", 1L), List.of("cr-2", 2L));
    }

    @Test
    void refusesMoreRowsThanOneAnswerHolds() {
        ReportFold fold =
                new ReportFold(total(List.of(Dimension.CREATIVE), Metric.FETCHES), 1, _ -> {});
        List<RollupCell> cells =
                List.of(
                        aCell(AT).setFetches(1).build(),
                        aCell(AT).setCreativeId("cr-2").setFetches(1).build());

        assertThatThrownBy(() -> cells.forEach(fold::add))
                .isInstanceOf(ReportFold.TooManyRowsException.class);
    }

    @Test
    void tellsOfMemoryBeforeItIsFilled() {
        ReportQuery query = total(List.of(Dimension.CREATIVE), Metric.FETCHES);
        AtomicLong told = new AtomicLong();
        ReportFold fold = new ReportFold(query, 10_000, told::addAndGet);
        for (int i = 0; i < 3_000; i++) {
            fold.add(aCell(AT).setCreativeId("cr-" + i).setFetches(1).build());
        }
        long ofGroups = told.get();
        assertThat(fold.report().rows()).hasSize(3_000);

        assertThat(ofGroups).isGreaterThan(3_000L * 300);
        assertThat(told.get() - ofGroups).isGreaterThan(3_000L * 64);
    }

    @Test
    void endsWithWhatTheMemoryThrows() {
        ReportFold fold =
                new ReportFold(
                        total(List.of(Dimension.CREATIVE), Metric.FETCHES),
                        100,
                        _ -> {
                            throw new IllegalStateException("full");
                        });

        assertThatThrownBy(() -> fold.add(aCell(AT).setFetches(1).build())).hasMessage("full");
    }

    private static ReportQuery total(List<Dimension> groupBy, Metric... metrics) {
        return new ReportQuery(RANGE, ReportGranularity.TOTAL, groupBy, List.of(metrics), Map.of());
    }

    private static Report fold(ReportQuery query, RollupCell... cells) {
        ReportFold fold = new ReportFold(query, 100, _ -> {});
        List.of(cells).forEach(fold::add);
        return fold.report();
    }
}
