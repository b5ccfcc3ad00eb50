package io.interlude.report.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.OrgId;
import io.interlude.report.fixture.Cells;
import io.interlude.report.fixture.InMemoryReach;
import io.interlude.report.fixture.InMemoryRollups;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.RollupCell;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever is asked for, the rows equal sums made straight from the changes.
class ReportExactnessTest {
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final List<ReportGranularity> GRANULARITIES =
            List.of(ReportGranularity.values());
    private static final int MINUTES = 3 * 24 * 60;
    private static final Map<Metric, ToLongFunction<RollupCell>> COUNTS =
            Map.of(
                    Metric.REQUESTS, cell -> cell.getFetches() + cell.getNoFills(),
                    Metric.FETCHES, RollupCell::getFetches,
                    Metric.NO_FILLS, RollupCell::getNoFills,
                    Metric.CLICKS, RollupCell::getClicks,
                    Metric.CONVERSIONS, RollupCell::getConversionCount,
                    Metric.ENGAGEMENTS, RollupCell::getEngagements);

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void equalsNaiveSums(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        InMemoryRollups rollups = new InMemoryRollups();
        List<RollupCell> changes = new ArrayList<>();
        for (int i = 0; i < 1_500; i++) {
            RollupCell change = aChange(random);
            changes.add(change);
            rollups.add(change);
        }
        ReportReader reader =
                new ReportReader(rollups, new InMemoryReach(), Duration.ofSeconds(20));
        for (int i = 0; i < 25; i++) {
            // given
            ReportQuery query = aQuery(random);

            // when
            Report report =
                    Objects.requireNonNull(
                            reader.read(new OrgId(Cells.ORG), query, _ -> {}).block());

            // then
            assertThat(sums(report))
                    .as("seed %d, %s", seed, query)
                    .isEqualTo(naive(query, changes));
            assertEachRowOnce(report);
        }
    }

    /// For each group and column its sum over the rows; money by currency. Zeros are left out.
    private static Map<List<String>, BigDecimal> sums(Report report) {
        Map<List<String>, BigDecimal> sums = new HashMap<>();
        for (List<Object> row : report.rows()) {
            List<String> group = group(report, row);
            for (Metric metric : report.query().metrics()) {
                Object value = row.get(report.columns().indexOf(metric.wireName()));
                List<String> key = new ArrayList<>(group);
                key.add(metric.wireName());
                if (metric.isMoney()) {
                    key.add(text(report, row, "currency"));
                }
                sums.merge(key, new BigDecimal(value.toString()), BigDecimal::add);
            }
        }
        return withoutZeros(sums);
    }

    private static Map<List<String>, BigDecimal> naive(
            ReportQuery query, List<RollupCell> changes) {
        Map<List<String>, BigDecimal> sums = new HashMap<>();
        for (RollupCell change : changes) {
            if (isAskedFor(query, change)) {
                List<String> group = new ArrayList<>();
                if (query.granularity() != ReportGranularity.TOTAL) {
                    group.add(
                            query.granularity()
                                    .rowStart(change.getStartsAt(), query.range(), query.zone())
                                    .toString());
                }
                query.groupBy().forEach(dimension -> group.add(dimension.of(change)));
                query.metrics().forEach(metric -> addNaively(sums, group, metric, change));
            }
        }
        return withoutZeros(sums);
    }

    private static void addNaively(
            Map<List<String>, BigDecimal> sums,
            List<String> group,
            Metric metric,
            RollupCell change) {
        List<String> key = new ArrayList<>(group);
        key.add(metric.wireName());
        if (metric.isMoney()) {
            key.add(change.getCurrency());
            long micros =
                    metric == Metric.SPEND
                            ? change.getSpendMicros()
                            : change.getConversionValueMicros();
            sums.merge(key, BigDecimal.valueOf(micros, 6), BigDecimal::add);
        } else {
            long count = Objects.requireNonNull(COUNTS.get(metric)).applyAsLong(change);
            sums.merge(key, BigDecimal.valueOf(count), BigDecimal::add);
        }
    }

    private static boolean isAskedFor(ReportQuery query, RollupCell change) {
        return !change.getStartsAt().isBefore(query.range().from())
                && change.getStartsAt().isBefore(query.range().to())
                && query.keeps(change);
    }

    private static Map<List<String>, BigDecimal> withoutZeros(Map<List<String>, BigDecimal> sums) {
        Map<List<String>, BigDecimal> kept = new HashMap<>();
        sums.forEach((key, value) -> {
            if (value.signum() != 0) {
                kept.put(key, value.stripTrailingZeros());
            }
        });
        return kept;
    }

    private static void assertEachRowOnce(Report report) {
        Set<List<String>> seen = new HashSet<>();
        for (List<Object> row : report.rows()) {
            List<String> identity = new ArrayList<>(group(report, row));
            if (report.columns().contains("currency")) {
                identity.add(text(report, row, "currency"));
            }
            assertThat(seen.add(identity)).as("row %s comes once", identity).isTrue();
        }
    }

    private static List<String> group(Report report, List<Object> row) {
        List<String> group = new ArrayList<>();
        if (report.columns().contains("start")) {
            group.add(text(report, row, "start"));
        }
        report.query()
                .groupBy()
                .forEach(dimension -> group.add(text(report, row, dimension.wireName())));
        return group;
    }

    private static String text(Report report, List<Object> row, String column) {
        return row.get(report.columns().indexOf(column)).toString();
    }

    private static ReportQuery aQuery(SplittableRandom random) {
        Instant from = START.plus(Duration.ofMinutes(random.nextInt(MINUTES)));
        TimeRange range =
                new TimeRange(from, from.plus(Duration.ofMinutes(1 + random.nextInt(MINUTES))));
        List<Dimension> groupBy = new ArrayList<>();
        Map<Dimension, Set<String>> filters = new HashMap<>();
        for (Dimension dimension : Dimension.BOOKED) {
            if (random.nextInt(3) == 0) {
                groupBy.add(dimension);
            }
        }
        if (random.nextInt(3) == 0) {
            filters.put(Dimension.LINE_ITEM, Set.of("li-1", "li-2"));
        }
        List<Metric> metrics = new ArrayList<>(COUNTS.keySet());
        if (random.nextBoolean()) {
            metrics.addAll(List.of(Metric.SPEND, Metric.CONVERSION_VALUE));
        }
        ReportGranularity granularity = GRANULARITIES.get(random.nextInt(GRANULARITIES.size()));
        return new ReportQuery(range, granularity, groupBy, metrics, filters);
    }

    private static RollupCell aChange(SplittableRandom random) {
        Instant at = START.plus(Duration.ofMinutes(random.nextInt(MINUTES)));
        if (random.nextInt(4) == 0) {
            return Cells.aNoFill(at.toString())
                    .setAdUnitCode(random.nextBoolean() ? "home" : "exit")
                    .setNoFills(1)
                    .build();
        }
        return Cells.aCell(at.toString())
                .setAdUnitCode(random.nextBoolean() ? "home" : "exit")
                .setLineItemId("li-" + random.nextInt(4))
                .setCreativeId("cr-" + random.nextInt(3))
                .setFormat(random.nextBoolean() ? RenderFormat.native$ : RenderFormat.sms)
                .setCurrency(List.of("USD", "EUR", "").get(random.nextInt(3)))
                .setFetches(random.nextInt(3))
                .setClicks(random.nextInt(2))
                .setConversionCount(random.nextInt(2))
                .setConversionValueMicros(random.nextInt(2) * 1_250_000L)
                .setSpendMicros(random.nextInt(5_000))
                .setEngagements(random.nextInt(2))
                .build();
    }
}
