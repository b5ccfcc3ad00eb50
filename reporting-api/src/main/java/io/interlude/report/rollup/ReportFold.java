package io.interlude.report.rollup;

import io.interlude.domain.reach.ReachSketch;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/// Folds cells into the rows of a report. Used by one thread at a time.
///
/// A group is a start and a value of each dimension. It has one row with all of its counts, which
/// are exact whatever the currencies. That row carries the money of one currency: the one most of
/// the group's fetches are priced in. Money of another currency follows in a row of its own, whose
/// counts are 0: so every column can be added up, and amounts of one currency are never mixed with
/// those of another.
public final class ReportFold {
    /// Told of at a time.
    private static final int GROUPS_AT_ONCE = 256;

    // Bytes of heap: a group with its key, its sums and its place in the map; the text of one
    // dimension; a row without values; a value.
    private static final int GROUP_BYTES = 320;
    private static final int TEXT_BYTES = 72;
    private static final int ROW_BYTES = 64;
    private static final int VALUE_BYTES = 24;

    private final ReportQuery query;
    private final int maxGroups;
    private final Dimension[] dimensions;
    private final Metric[] metrics;
    private final boolean money;
    private final Map<GroupKey, CurrencySums> groups = new HashMap<>();
    private final LongConsumer memory;
    private final ReportReach<GroupKey> reach;

    /// Cells come in the order of their starts, so most have the one before's.
    private Instant lastStart = Instant.MIN;

    private Instant lastRowStart = Instant.MIN;
    private Instant lastTold = Instant.MIN;
    private String lastToldText = "";
    private int missingPartitions;

    /// @param memory told of bytes before they are filled; what it throws, adding throws
    public ReportFold(ReportQuery query, int maxGroups, LongConsumer memory) {
        this.query = query;
        this.maxGroups = maxGroups;
        this.memory = memory;
        this.reach = new ReportReach<>(ReportReach.BYTES_MAX, memory);
        this.dimensions = query.groupBy().toArray(Dimension[]::new);
        this.metrics = query.metrics().toArray(Metric[]::new);
        this.money = query.asksForMoney();
    }

    /// Adds a cell, if it passes the filters.
    ///
    /// @throws TooManyRowsException when there are more groups than allowed
    public void add(RollupCell cell) {
        if (!query.keeps(cell)) {
            return;
        }
        GroupKey key = keyOf(cell);
        CounterSums counted = CounterSums.of(cell);
        CurrencySums known = groups.get(key);
        if (known == null) {
            if (groups.size() == maxGroups) {
                throw new TooManyRowsException();
            }
            if (groups.size() % GROUPS_AT_ONCE == 0) {
                memory.accept((long) GROUPS_AT_ONCE * groupBytes());
            }
            groups.put(key, new CurrencySums(cell.getCurrency(), counted));
        } else {
            known.add(cell.getCurrency(), counted);
        }
    }

    /// Notes that partitions are missing from what was added.
    public void miss(int partitions) {
        missingPartitions = Math.max(missingPartitions, partitions);
    }

    /// Adds whom a cell reached, if it passes the filters.
    ///
    /// @throws ReportReach.TooLargeException when there is more than fits into memory
    public void addReach(ReachCell reached) {
        RollupCell cell = reached.getCell();
        if (query.keeps(cell)) {
            reach.add(keyOf(cell), ReachSketch.of(reached.getSketch()));
        }
    }

    /// The report, ordered by start and then by the dimensions as they were asked for. A group in
    /// which nothing asked for was counted is left out; a report with neither rows of time nor
    /// dimensions always has its one row.
    public Report report() {
        boolean single =
                query.granularity() == ReportGranularity.TOTAL && query.groupBy().isEmpty();
        if (single && groups.isEmpty()) {
            groups.put(
                    new GroupKey(query.range().from(), new String[0]),
                    new CurrencySums("", CounterSums.NONE));
        }
        GroupKey[] keys = groups.keySet().toArray(GroupKey[]::new);
        Arrays.sort(keys);
        memory.accept((long) keys.length * rowBytes());
        List<List<Object>> rows = new ArrayList<>(keys.length);
        for (GroupKey key : keys) {
            CurrencySums sums = groups.get(key);
            if (sums != null) {
                addRows(key, sums.rows(), single, rows);
            }
        }
        return new Report(query, columns(query), rows, missingPartitions);
    }

    private int groupBytes() {
        return GROUP_BYTES + dimensions.length * TEXT_BYTES;
    }

    private int rowBytes() {
        return ROW_BYTES + columns(query).size() * VALUE_BYTES;
    }

    private GroupKey keyOf(RollupCell cell) {
        String[] values = new String[dimensions.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = dimensions[i].of(cell);
        }
        return new GroupKey(rowStart(cell.getStartsAt()), values);
    }

    private Instant rowStart(Instant start) {
        if (!start.equals(lastStart)) {
            lastRowStart = query.granularity().rowStart(start, query.range(), query.zone());
            lastStart = start;
        }
        return lastRowStart;
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
            GroupKey key,
            List<CurrencySums.Amounts> amounts,
            boolean always,
            List<List<Object>> rows) {
        long reached = reach.of(key);
        CurrencySums.Amounts main = amounts.getFirst();
        if (always || isTold(main.sums(), reached)) {
            rows.add(row(key, main, reached));
        }
        for (int i = 1; money && i < amounts.size(); i++) {
            if (isTold(amounts.get(i).sums(), 0)) {
                rows.add(row(key, amounts.get(i), 0));
            }
        }
    }

    private boolean isTold(CounterSums sums, long reached) {
        for (Metric metric : metrics) {
            if (!metric.isSilent(sums, reached)) {
                return true;
            }
        }
        return false;
    }

    private List<Object> row(GroupKey key, CurrencySums.Amounts amounts, long reached) {
        List<Object> row = new ArrayList<>(2 + dimensions.length + metrics.length);
        if (query.granularity() != ReportGranularity.TOTAL) {
            row.add(text(key.start()));
        }
        Collections.addAll(row, (Object[]) key.values());
        if (money) {
            row.add(amounts.currency());
        }
        for (Metric metric : metrics) {
            row.add(metric.of(amounts.sums(), reached));
        }
        return Collections.unmodifiableList(row);
    }

    private String text(Instant rowStart) {
        if (!rowStart.equals(lastTold)) {
            lastTold = rowStart;
            lastToldText = rowStart.toString();
        }
        return lastToldText;
    }

    /// The report has more rows than one answer may hold.
    public static final class TooManyRowsException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooManyRowsException() {
            super("too many rows", null, false, false);
        }
    }
}
