package io.interlude.report.audit;

import io.interlude.report.audit.CellDifference.Cause;
import io.interlude.report.audit.count.AuditMetric;
import io.interlude.report.audit.count.AuditSpan;
import io.interlude.report.audit.count.CellBook.Cell;
import io.interlude.report.audit.count.Counts.View;
import io.interlude.report.audit.count.Series;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Tells from all differences together why each is one.
final class DifferenceClassifier {
    private static final List<AuditMetric> BILLED =
            List.of(AuditMetric.FETCHES, AuditMetric.UNIQUE_CLICKS, AuditMetric.CONVERSIONS);

    private final ZoneId zone;
    private final Set<Place> places = new HashSet<>();
    private final Map<SameTime, Set<Long>> timeToSurpluses = new HashMap<>();
    private final Map<SameSeries, Set<Long>> seriesToSurpluses = new HashMap<>();

    private DifferenceClassifier(List<CellDifference> differences, ZoneId zone) {
        this.zone = zone;
        for (CellDifference each : differences) {
            places.add(new Place(each.series(), each.cell(), each.metric(), each.view()));
            timeToSurpluses
                    .computeIfAbsent(SameTime.of(each), _ -> new HashSet<>())
                    .add(each.surplus());
            seriesToSurpluses
                    .computeIfAbsent(SameSeries.of(each), _ -> new HashSet<>())
                    .add(each.surplus());
        }
    }

    static List<CellDifference> classified(List<CellDifference> differences, ZoneId zone) {
        DifferenceClassifier classifier = new DifferenceClassifier(differences, zone);
        return differences.stream().map(each -> each.because(classifier.causeOf(each))).toList();
    }

    private Cause causeOf(CellDifference difference) {
        if (difference.cause() == Cause.CAPPED) {
            return Cause.CAPPED;
        }
        long opposite = -difference.surplus();
        if (seriesToSurpluses
                .getOrDefault(SameSeries.of(difference), Set.of())
                .contains(opposite)) {
            return Cause.MOVED_IN_TIME;
        }
        if (isAlone(difference)) {
            return Cause.CELL_CHANGED;
        }
        if (timeToSurpluses.getOrDefault(SameTime.of(difference), Set.of()).contains(opposite)) {
            return Cause.MOVED_TO_ANOTHER_CELL;
        }
        if (difference.metric() == AuditMetric.SPEND
                && BILLED.stream().noneMatch(metric -> differs(difference, metric))) {
            return Cause.BILLED_OTHERWISE;
        }
        return difference.surplus() > 0 ? Cause.COUNTED_WITHOUT_EVENT : Cause.NOT_COUNTED;
    }

    private boolean differs(CellDifference difference, AuditMetric metric) {
        return places.contains(
                new Place(difference.series(), difference.cell(), metric, difference.view()));
    }

    /// Whether the longer cells of a minute or hour, or the minutes and hours of a day, agree.
    private boolean isAlone(CellDifference difference) {
        Cell cell = difference.cell();
        return switch (cell.span()) {
            case MINUTE ->
                    !has(difference, AuditSpan.HOUR, cell.start())
                            && !has(difference, AuditSpan.DAY, cell.start());
            case HOUR, DAY ->
                    places.stream()
                            .noneMatch(place ->
                                    place.cell().span().compareTo(cell.span()) < 0
                                            && isOf(place, difference)
                                            && startOf(cell.span(), place.cell().start())
                                                    == cell.start());
            case TOTAL -> false;
        };
    }

    private boolean has(CellDifference difference, AuditSpan span, long minute) {
        return places.contains(
                new Place(
                        difference.series(),
                        new Cell(span, startOf(span, minute)),
                        difference.metric(),
                        difference.view()));
    }

    private static boolean isOf(Place place, CellDifference difference) {
        return place.series().equals(difference.series())
                && place.metric() == difference.metric()
                && place.view() == difference.view();
    }

    private long startOf(AuditSpan span, long minute) {
        return span.startOf(minute, zone, minute);
    }

    private record Place(Series series, Cell cell, AuditMetric metric, View view) {}

    private record SameTime(Cell cell, AuditMetric metric, View view) {
        static SameTime of(CellDifference difference) {
            return new SameTime(difference.cell(), difference.metric(), difference.view());
        }
    }

    private record SameSeries(Series series, AuditSpan span, AuditMetric metric, View view) {
        static SameSeries of(CellDifference difference) {
            return new SameSeries(
                    difference.series(),
                    difference.cell().span(),
                    difference.metric(),
                    difference.view());
        }
    }
}
