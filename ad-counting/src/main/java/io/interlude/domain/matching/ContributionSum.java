package io.interlude.domain.matching;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.outcome.OutcomeCell;
import io.interlude.domain.pacing.Achieved;
import io.interlude.domain.pacing.DaySpend;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.rollup.CellCounters;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.domain.rotation.CreativeEngagement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Adds up what events of one fetch contribute, and subtracts. What comes to nothing leaves no
/// contribution behind. Used by one thread.
final class ContributionSum {
    private final ServedFetch fetch;
    private final Map<Cell, CellCounters> cellToCounters = new LinkedHashMap<>();
    private final Map<Long, Long> epochDayToMicros = new TreeMap<>();
    private Achieved achieved = Achieved.NOTHING;
    private long engagedFetches;

    ContributionSum(ServedFetch fetch) {
        this.fetch = fetch;
    }

    /// Adds what an event contributes.
    ///
    /// @param sign 1 to add, -1 to subtract
    void add(Contribution contribution, int sign) {
        switch (contribution) {
            case Contribution.ToCells cells ->
                    cellToCounters.merge(
                            new Cell(
                                    cells.dimensions(),
                                    cells.currency(),
                                    cells.at().truncatedTo(ChronoUnit.MINUTES)),
                            sign < 0 ? cells.counters().negated() : cells.counters(),
                            CellCounters::plus);
            case Contribution.ToSpend spend -> add(spend.spend(), sign);
            case Contribution.ToEngagement engagement ->
                    engagedFetches += sign * engagement.engagement().engagedFetches();
            case Contribution.ToReach _, Contribution.ToCorrection _ ->
                    throw new IllegalArgumentException("no event of a fetch adds this");
        }
    }

    private void add(LineItemSpend spend, int sign) {
        spend.days()
                .forEach(day ->
                        epochDayToMicros.merge(
                                day.epochDay(), sign * day.spentMicros(), Long::sum));
        achieved = achieved.plus(sign < 0 ? spend.achieved().negated() : spend.achieved());
    }

    /// What is left, as corrections of the fetch's cells, line item and creative.
    List<Contribution> corrections() {
        List<Contribution> corrections = new ArrayList<>();
        for (Contribution each : contributions()) {
            corrections.add(
                    each instanceof Contribution.ToCells
                            ? new Contribution.ToCorrection(each)
                            : each);
        }
        OutcomeCell outcome =
                MatchingFold.outcome(
                        fetch,
                        0,
                        cellToCounters.values().stream()
                                .reduce(CellCounters.NONE, CellCounters::plus));
        if (!outcome.isNothing()) {
            CellDimensions dimensions = fetch.dimensions();
            corrections.add(
                    new Contribution.ToEngagement(
                            dimensions.orgId(),
                            new LineItemId(dimensions.lineItemId()),
                            new CreativeId(dimensions.creativeId()),
                            CreativeEngagement.outcome(outcome)));
        }
        return corrections;
    }

    /// What is left, as contributions like those of the events themselves.
    List<Contribution> contributions() {
        CellDimensions dimensions = fetch.dimensions();
        List<Contribution> contributions = new ArrayList<>();
        cellToCounters.forEach((cell, counters) -> {
            if (!counters.equals(CellCounters.NONE)) {
                contributions.add(
                        new Contribution.ToCells(
                                cell.dimensions(), cell.currency(), cell.minute(), counters));
            }
        });
        LineItemId lineItemId = new LineItemId(dimensions.lineItemId());
        epochDayToMicros.forEach((epochDay, micros) -> {
            if (micros != 0) {
                DaySpend day = new DaySpend(epochDay, 0, micros);
                contributions.add(
                        new Contribution.ToSpend(
                                dimensions.orgId(),
                                lineItemId,
                                new LineItemSpend(List.of(day), 0, micros, Map.of())));
            }
        });
        if (!achieved.equals(Achieved.NOTHING)) {
            contributions.add(
                    new Contribution.ToSpend(
                            dimensions.orgId(),
                            lineItemId,
                            new LineItemSpend(List.of(), 0, 0, achieved, null, Map.of())));
        }
        if (engagedFetches != 0) {
            contributions.add(
                    new Contribution.ToEngagement(
                            dimensions.orgId(),
                            lineItemId,
                            new CreativeId(dimensions.creativeId()),
                            CreativeEngagement.correction(fetch.rotation(), 0, engagedFetches)));
        }
        return contributions;
    }

    private record Cell(CellDimensions dimensions, String currency, Instant minute) {}
}
