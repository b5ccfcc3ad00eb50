package io.interlude.report.audit;

import io.interlude.report.audit.CellDifference.Cause;
import io.interlude.report.audit.count.AuditMetric;
import io.interlude.report.audit.count.AuditRequest;
import io.interlude.report.audit.count.CellBook;
import io.interlude.report.audit.count.CellBook.Cell;
import io.interlude.report.audit.count.Counts;
import io.interlude.report.audit.count.Counts.View;
import io.interlude.report.audit.count.InFlightTolerance;
import io.interlude.report.audit.count.ReplayedCells;
import io.interlude.report.audit.count.Series;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Compares what is served with what the journal says, cell by cell. Used by one thread.
public final class CellComparison {
    /// Differences that are kept; the others are counted.
    static final int KEPT_MAX = 1_000;

    /// Up to here reach is exact, and above it is within so many of ten thousand.
    private static final long EXACT_REACH = 4_096;

    private static final long REACH_TOLERANCE = 200;
    private static final long TEN_THOUSAND = 10_000;
    private static final Counts NOTHING = new Counts();

    private final AuditRequest request;
    private final InFlightTolerance inFlight;
    private final List<CellDifference> differences = new ArrayList<>();
    private long differenceCount;
    private long cellCount;
    private long changingCount;

    public CellComparison(AuditRequest request, InFlightTolerance inFlight) {
        this.request = request;
        this.inFlight = inFlight;
    }

    /// Compares the cells that the range touches.
    public CellComparison compare(CellBook served, ReplayedCells replayed) {
        Set<Series> all = replayed.series();
        all.addAll(served.series());
        for (Series series : all) {
            compare(series, served.of(series), replayed.of(series));
        }
        return this;
    }

    /// Compares the whole range.
    public CellComparison compareTotals(CellBook served, CellBook replayed) {
        Set<Series> all = new HashSet<>(replayed.series());
        all.addAll(served.series());
        for (Series series : all) {
            compare(series, served.of(series), replayed.of(series));
        }
        return this;
    }

    private void compare(Series series, Map<Cell, Counts> served, Map<Cell, Counts> replayed) {
        Set<Cell> cells = new HashSet<>(replayed.keySet());
        cells.addAll(served.keySet());
        for (Cell cell : cells) {
            if (request.covers(cell.span(), cell.start())) {
                compare(
                        series,
                        cell,
                        served.getOrDefault(cell, NOTHING),
                        replayed.getOrDefault(cell, NOTHING));
            }
        }
    }

    private void compare(Series series, Cell cell, Counts served, Counts replayed) {
        boolean changing = false;
        for (AuditMetric metric : served.tellsNoFills() ? AuditMetric.ALL : AuditMetric.REPORTED) {
            long excluded = compare(series, cell, metric, View.EXCLUDE, served, replayed, 0);
            long[] allowed = inFlight.of(series, cell, metric, View.EXCLUDE);
            long[] after = inFlight.of(series, cell, metric, View.INCLUDE);
            changing |= allowed[0] != allowed[1] || after[0] != after[1];
            // What differs by as much after corrections is the same difference.
            var _ = compare(series, cell, metric, View.INCLUDE, served, replayed, excluded);
        }
        cellCount++;
        changingCount += changing ? 1 : 0;
    }

    /// @param known a surplus that has been told
    /// @return the surplus, 0 for none
    private long compare(
            Series series,
            Cell cell,
            AuditMetric metric,
            View view,
            Counts served,
            Counts replayed,
            long known) {
        long says = served.get(metric, view);
        long must = replayed.get(metric, view);
        long[] allowed = inFlight.of(series, cell, metric, view);
        long tolerance = metric == AuditMetric.REACH ? tolerance(served, replayed) : 0;
        boolean agrees =
                says >= must + allowed[0] - tolerance && says <= must + allowed[1] + tolerance;
        if (agrees) {
            return 0;
        }
        if (says - must != known) {
            Cause cause = replayed.overflown(metric) ? Cause.CAPPED : Cause.NOT_COUNTED;
            add(new CellDifference(series, cell, metric, view, says, must, cause));
        }
        return says - must;
    }

    /// An estimate forgets nobody, so it may still hold those of fetches that were taken back.
    private static long tolerance(Counts served, Counts replayed) {
        long most = replayed.get(AuditMetric.REACH, View.EXCLUDE);
        long takenBack = most - replayed.get(AuditMetric.REACH, View.INCLUDE);
        return Math.max(most, served.get(AuditMetric.REACH, View.EXCLUDE)) <= EXACT_REACH
                ? 0
                : most * REACH_TOLERANCE / TEN_THOUSAND + takenBack;
    }

    private void add(CellDifference difference) {
        differenceCount++;
        if (differences.size() < KEPT_MAX) {
            differences.add(difference);
        }
    }

    /// In the order of time, the shortest spans first, with their causes.
    public List<CellDifference> differences() {
        List<CellDifference> ordered = new ArrayList<>(differences);
        ordered.sort(
                Comparator.comparing((CellDifference each) -> each.cell().span())
                        .thenComparingLong(each -> each.cell().start())
                        .thenComparing(each -> each.series().toString())
                        .thenComparing(CellDifference::metric));
        return DifferenceClassifier.classified(ordered, request.zone());
    }

    public long differenceCount() {
        return differenceCount;
    }

    public long cellCount() {
        return cellCount;
    }

    /// Cells of which some number was in doubt, so that it was held to bounds.
    public long changingCount() {
        return changingCount;
    }
}
