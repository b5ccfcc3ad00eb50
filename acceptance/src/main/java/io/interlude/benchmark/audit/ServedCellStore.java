package io.interlude.benchmark.audit;

import io.interlude.aggregate.rollup.RollupCellCodec;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.Contribution;
import io.interlude.domain.reach.ReachSketch;
import io.interlude.domain.rollup.CellCounters;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.domain.rollup.CellMetric;
import io.interlude.domain.rollup.CellSpan;
import io.interlude.journal.record.RenderFormatCodec;
import io.interlude.schema.Granularity;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import io.interlude.state.query.ReachQuery;
import io.interlude.state.query.RollupQuery;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Cells in memory, as the aggregator's stores serve them. Faults are planted by adding to single
/// cells.
final class ServedCellStore implements RollupQuery, ReachQuery {
    private final List<CellSpan> spans;
    private final boolean reach;
    private final Map<CellKey, CellCounters> keyToCounters = new HashMap<>();
    private final Map<CellKey, ReachSketch> keyToReach = new HashMap<>();

    /// A cell.
    ///
    /// @param correction whether it holds what corrections changed
    record CellKey(
            CellSpan span,
            Instant start,
            CellDimensions dimensions,
            String currency,
            boolean correction) {
        CellKey at(CellSpan other) {
            return new CellKey(
                    other, other.startOf(start, ZoneOffset.UTC), dimensions, currency, correction);
        }

        CellKey of(CellDimensions others) {
            return new CellKey(span, start, others, currency, correction);
        }

        CellKey starting(Instant other) {
            return new CellKey(span, other, dimensions, currency, correction);
        }
    }

    private ServedCellStore(List<CellSpan> spans, boolean reach) {
        this.spans = spans;
        this.reach = reach;
    }

    /// All cells.
    static ServedCellStore whole() {
        return new ServedCellStore(List.of(CellSpan.values()), true);
    }

    /// Cells of hours alone, without reach: few, however many requests there are.
    static ServedCellStore ofHours() {
        return new ServedCellStore(List.of(CellSpan.HOUR), false);
    }

    boolean hasReach() {
        return reach;
    }

    void add(List<Contribution> contributions) {
        contributions.forEach(contribution -> add(contribution, false));
    }

    private void add(Contribution contribution, boolean correction) {
        switch (contribution) {
            case Contribution.ToCells cells -> {
                CellKey minute =
                        minute(cells.at(), cells.dimensions(), cells.currency(), correction);
                addToAll(minute, cells.counters());
            }
            case Contribution.ToReach reach ->
                    addReach(
                            minute(reach.at(), reach.dimensions(), "", correction),
                            reach.reached());
            case Contribution.ToCorrection taken -> add(taken.change(), true);
            case Contribution.ToSpend _, Contribution.ToEngagement _ -> {
                // Neither is a cell.
            }
        }
    }

    private static CellKey minute(
            Instant at, CellDimensions dimensions, String currency, boolean correction) {
        return new CellKey(
                CellSpan.MINUTE,
                CellSpan.MINUTE.startOf(at, ZoneOffset.UTC),
                dimensions,
                currency,
                correction);
    }

    /// Adds to the cells of the minute, and of its hour and day.
    void addToAll(CellKey minute, CellCounters counters) {
        for (CellSpan span : spans) {
            addToOne(minute.at(span), counters);
        }
    }

    /// Adds to one cell.
    void addToOne(CellKey cell, CellCounters counters) {
        keyToCounters.merge(cell, counters, CellCounters::plus);
    }

    void addReach(CellKey minute, ReachSketch reached) {
        for (CellSpan span : spans) {
            keyToReach.merge(minute.at(span), reached, ReachSketch::plus);
        }
    }

    /// The earliest minute that counts the metric, corrections or not.
    CellKey first(CellMetric metric, boolean correction) {
        return keyToCounters.entrySet().stream()
                .filter(cell -> cell.getKey().span() == CellSpan.MINUTE)
                .filter(cell -> cell.getKey().correction() == correction)
                .filter(cell -> cell.getValue().get(metric) != 0)
                .map(Map.Entry::getKey)
                .min(
                        Comparator.comparing(CellKey::start)
                                .thenComparing(key -> key.dimensions().toString())
                                .thenComparing(CellKey::currency))
                .orElseThrow();
    }

    @Override
    public CompletableFuture<List<RollupCell>> cells(
            OrgId orgId, Granularity granularity, Instant from, Instant to) {
        List<RollupCell> found = new ArrayList<>();
        keyToCounters.forEach((key, counters) -> {
            if (matches(key, granularity, from, to)) {
                found.add(cell(key, counters));
            }
        });
        return CompletableFuture.completedFuture(found);
    }

    @Override
    public CompletableFuture<Void> forEach(
            OrgId orgId,
            Granularity granularity,
            Instant from,
            Instant to,
            Consumer<? super ReachCell> taker) {
        keyToReach.forEach((key, reached) -> {
            if (matches(key, granularity, from, to)) {
                taker.accept(new ReachCell(cell(key, CellCounters.NONE), reached.toBytes()));
            }
        });
        return CompletableFuture.completedFuture(null);
    }

    private static boolean matches(CellKey key, Granularity granularity, Instant from, Instant to) {
        return granularity(key.span()) == granularity
                && !key.start().isBefore(from)
                && key.start().isBefore(to);
    }

    private static Granularity granularity(CellSpan span) {
        return switch (span) {
            case MINUTE -> Granularity.minute;
            case HOUR -> Granularity.hour;
            case DAY -> Granularity.day;
        };
    }

    private static RollupCell cell(CellKey key, CellCounters counters) {
        CellDimensions dimensions = key.dimensions();
        RollupCell cell = new RollupCell();
        cell.setOrgId(dimensions.orgId().value());
        cell.setGranularity(granularity(key.span()));
        cell.setStartsAt(key.start());
        cell.setApplicationId(dimensions.applicationId());
        cell.setAdUnitCode(dimensions.adUnitCode());
        cell.setCampaignId(dimensions.campaignId());
        cell.setLineItemId(dimensions.lineItemId());
        cell.setCreativeId(dimensions.creativeId());
        cell.setFormat(RenderFormatCodec.write(dimensions.format()));
        cell.setConversionGoal(dimensions.names().conversionGoal());
        cell.setConversionName(dimensions.names().conversionName());
        cell.setEventName(dimensions.names().eventName());
        cell.setCurrency(key.currency());
        cell.setTimeZone("UTC");
        cell.setCorrection(key.correction());
        RollupCellCodec.setCounters(cell, counters);
        return cell;
    }
}
