package io.interlude.report.audit.count;

import io.interlude.report.audit.count.CellBook.Cell;
import io.interlude.report.audit.count.Counts.View;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// By how much served cells may differ from the replay, because records were written while the
/// cells were read: each of these may be in one cell and not yet in another. Used by one thread.
///
/// For every fetch with such records all the states that it can have been seen in are counted; the
/// least and the most of them bound what a cell may say. So traffic never makes a false difference,
/// and a cell that none of it touches is compared to the unit.
public final class InFlightTolerance {
    private static final long ANYTHING = Long.MAX_VALUE / 4;

    private final AuditRequest request;
    private final Map<Place, long[]> placeToLeast = new HashMap<>();
    private final Map<Place, long[]> placeToMost = new HashMap<>();

    InFlightTolerance(AuditRequest request) {
        this.request = request;
    }

    /// Adds a fetch that was seen in one of several states.
    ///
    /// @param certain the one that the replay counts
    /// @param states all that it may have been in
    /// @param anything whether there are more than these, so that nothing can be said
    void add(Tally certain, List<Tally> states, boolean anything) {
        Map<Place, long[]> base = amounts(certain);
        Map<Place, long[]> least = new HashMap<>();
        Map<Place, long[]> most = new HashMap<>();
        for (Tally state : states) {
            Map<Place, long[]> amounts = amounts(state);
            Set<Place> places = new HashSet<>(base.keySet());
            places.addAll(amounts.keySet());
            for (Place place : places) {
                long[] before = base.getOrDefault(place, none());
                long[] now = amounts.getOrDefault(place, none());
                long[] low = least.computeIfAbsent(place, _ -> none());
                long[] high = most.computeIfAbsent(place, _ -> none());
                for (int metric = 0; metric < low.length; metric++) {
                    low[metric] = Math.min(low[metric], now[metric] - before[metric]);
                    high[metric] = Math.max(high[metric], now[metric] - before[metric]);
                    low[metric] = anything ? -ANYTHING : low[metric];
                    high[metric] = anything ? ANYTHING : high[metric];
                }
            }
        }
        least.forEach((place, amounts) -> sum(placeToLeast, place, amounts));
        most.forEach((place, amounts) -> sum(placeToMost, place, amounts));
    }

    /// How much less the served cell may say, and how much more, in this order.
    public long[] of(Series series, Cell cell, AuditMetric metric, View view) {
        Place place = new Place(series, cell, view);
        long[] least = placeToLeast.get(place);
        long[] most = placeToMost.get(place);
        return least == null || most == null
                ? new long[2]
                : new long[] {least[metric.index()], most[metric.index()]};
    }

    private static void sum(Map<Place, long[]> sums, Place place, long[] amounts) {
        long[] sum = sums.computeIfAbsent(place, _ -> none());
        for (int metric = 0; metric < sum.length; metric++) {
            sum[metric] = Math.clamp(sum[metric] + amounts[metric], -ANYTHING, ANYTHING);
        }
    }

    private static long[] none() {
        return new long[AuditMetric.ALL.size()];
    }

    private Map<Place, long[]> amounts(Tally tally) {
        Map<Place, long[]> amounts = new HashMap<>();
        tally.forEach((minute, counts) -> {
            for (AuditMetric metric : AuditMetric.ALL) {
                for (View view : View.values()) {
                    add(amounts, minute, metric, view, counts.get(metric, view));
                }
            }
        });
        Tally.Reached reached = tally.reached();
        if (reached != null) {
            Tally.Minute minute = new Tally.Minute(reached.series(), reached.minute());
            add(amounts, minute, AuditMetric.REACH, View.EXCLUDE, 1);
            add(amounts, minute, AuditMetric.REACH, View.INCLUDE, reached.takenBack() ? 0 : 1);
        }
        return amounts;
    }

    private void add(
            Map<Place, long[]> amounts,
            Tally.Minute minute,
            AuditMetric metric,
            View view,
            long amount) {
        if (amount == 0) {
            return;
        }
        for (AuditSpan span : AuditSpan.values()) {
            long start = span.startOf(minute.minute(), request.zone(), request.firstMinute());
            boolean total = span == AuditSpan.TOTAL;
            if (total && !request.covers(AuditSpan.MINUTE, minute.minute())) {
                continue;
            }
            Series series = total ? Totals.series(minute.series(), metric) : minute.series();
            amounts.computeIfAbsent(new Place(series, new Cell(span, start), view), _ -> none())[
                            metric.index()] +=
                    amount;
        }
    }

    private record Place(Series series, Cell cell, View view) {}
}
