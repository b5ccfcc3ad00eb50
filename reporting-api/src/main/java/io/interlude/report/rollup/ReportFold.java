package io.interlude.report.rollup;

import static java.util.Comparator.comparing;

import io.interlude.domain.reach.ReachSketch;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Folds cells into the rows of a report. Used by one thread at a time.
///
/// A group is a start and a value of each dimension. It has one row with all of its counts, which
/// are exact whatever the currencies. That row carries the money of one currency: the one most of
/// the group's fetches are priced in. Money of another currency follows in a row of its own, whose
/// counts are 0: so every column can be added up, and amounts of one currency are never mixed with
/// those of another.
public final class ReportFold {
    private static final Comparator<Map.Entry<String, CounterSums>> MAIN_CURRENCY_FIRST =
            comparing((Map.Entry<String, CounterSums> entry) -> entry.getKey().isEmpty())
                    .thenComparingLong(entry -> -entry.getValue().fetches())
                    .thenComparing(entry -> entry.getValue().spendMicros() == 0)
                    .thenComparing(Map.Entry::getKey);

    private final ReportQuery query;
    private final int maxGroups;
    private final Map<Group, Map<String, CounterSums>> groups = new HashMap<>();
    private final ReportReach<Group> reach = new ReportReach<>(ReportReach.BYTES_MAX);

    public ReportFold(ReportQuery query, int maxGroups) {
        this.query = query;
        this.maxGroups = maxGroups;
    }

    /// Adds the cells that pass the filters.
    ///
    /// @throws TooManyRowsException when there are more groups than allowed
    public void add(List<RollupCell> cells) {
        for (RollupCell cell : cells) {
            if (query.keeps(cell)) {
                groups.computeIfAbsent(groupOf(cell), _ -> new HashMap<>(2))
                        .merge(cell.getCurrency(), CounterSums.of(cell), CounterSums::plus);
            }
        }
        if (groups.size() > maxGroups) {
            throw new TooManyRowsException();
        }
    }

    /// Adds whom a cell reached, if it passes the filters.
    ///
    /// @throws ReportReach.TooLargeException when there is more than fits into memory
    public void addReach(ReachCell reached) {
        RollupCell cell = reached.getCell();
        if (query.keeps(cell)) {
            reach.add(groupOf(cell), ReachSketch.of(reached.getSketch()));
        }
    }

    /// The report, ordered by start and then by the dimensions as they were asked for. A group in
    /// which nothing asked for was counted is left out; a report with neither rows of time nor
    /// dimensions always has its one row.
    public Report report() {
        boolean single =
                query.granularity() == ReportGranularity.TOTAL && query.groupBy().isEmpty();
        if (single && groups.isEmpty()) {
            groups.put(new Group(query.range().from(), List.of()), Map.of("", CounterSums.NONE));
        }
        List<List<Object>> rows = new ArrayList<>();
        groups.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Group.ORDER))
                .forEach(entry -> addRows(entry.getKey(), entry.getValue(), single, rows));
        return new Report(query, columns(query), rows);
    }

    private Group groupOf(RollupCell cell) {
        List<String> values =
                query.groupBy().stream().map(dimension -> dimension.of(cell)).toList();
        Instant start =
                query.granularity().rowStart(cell.getStartsAt(), query.range(), query.zone());
        return new Group(start, values);
    }

    /// Names of the columns that the answer has.
    static List<String> columns(ReportQuery query) {
        List<String> columns = new ArrayList<>();
        if (query.granularity() != ReportGranularity.TOTAL) {
            columns.add("start");
        }
        query.groupBy().forEach(dimension -> columns.add(dimension.wireName()));
        if (query.asksForMoney()) {
            columns.add("currency");
        }
        query.metrics().forEach(metric -> columns.add(metric.wireName()));
        return columns;
    }

    private void addRows(
            Group group, Map<String, CounterSums> sums, boolean always, List<List<Object>> rows) {
        List<Map.Entry<String, CounterSums>> currencies =
                sums.entrySet().stream()
                        .filter(entry -> !entry.getKey().isEmpty() || entry.getValue().hasMoney())
                        .sorted(MAIN_CURRENCY_FIRST)
                        .toList();
        CounterSums all = sums.values().stream().reduce(CounterSums.NONE, CounterSums::plus);
        Map.Entry<String, CounterSums> main =
                currencies.isEmpty() ? Map.entry("", CounterSums.NONE) : currencies.getFirst();
        addRow(
                group,
                main.getKey(),
                all.withMoneyOf(main.getValue()),
                reach.of(group),
                always,
                rows);
        if (query.asksForMoney()) {
            currencies.stream()
                    .skip(1)
                    .forEach(other ->
                            addRow(
                                    group,
                                    other.getKey(),
                                    other.getValue().moneyOnly(),
                                    0,
                                    false,
                                    rows));
        }
    }

    private void addRow(
            Group group,
            String currency,
            CounterSums sums,
            long reached,
            boolean always,
            List<List<Object>> rows) {
        if (!always
                && query.metrics().stream().allMatch(metric -> metric.isSilent(sums, reached))) {
            return;
        }
        List<Object> row = new ArrayList<>();
        if (query.granularity() != ReportGranularity.TOTAL) {
            row.add(group.start().toString());
        }
        row.addAll(group.values());
        if (query.asksForMoney()) {
            row.add(currency);
        }
        query.metrics().forEach(metric -> row.add(metric.of(sums, reached)));
        rows.add(List.copyOf(row));
    }

    private record Group(Instant start, List<String> values) {
        static final Comparator<Group> ORDER =
                comparing(Group::start).thenComparing(Group::values, Group::compareValues);

        private static int compareValues(List<String> left, List<String> right) {
            for (int i = 0; i < left.size(); i++) {
                int order = left.get(i).compareTo(right.get(i));
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        }
    }

    /// The report has more rows than one answer may hold.
    public static final class TooManyRowsException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooManyRowsException() {
            super("too many rows", null, false, false);
        }
    }
}
