package io.interlude.report.rollup;

import io.interlude.domain.reach.ReachSketch;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

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
    private final boolean shadows;
    private final Map<GroupKey, CurrencySums> groups = new HashMap<>();
    private final LongConsumer memory;
    private final ReportReach<GroupKey> reach;

    /// Cells come in the order of their starts, so most have the one before's.
    private Instant lastStart = Instant.MIN;

    private Instant lastRowStart = Instant.MIN;
    private Instant lastTold = Instant.MIN;
    private String lastToldText = "";
    private int missingPartitions;

    /// Start of a row to that of the row beside which it stands; null where they are the same.
    private final @Nullable Map<Instant, Instant> startToRow;

    /// @param memory told of bytes before they are filled; what it throws, adding throws
    public ReportFold(ReportQuery query, int maxGroups, LongConsumer memory) {
        this(query, maxGroups, memory, null);
    }

    /// Folds another range, row by row from the start of both, for [#report(ReportFold)]. Where the
    /// other one has more rows, the last ones are left out.
    static ReportFold beside(
            ReportQuery query, TimeRange other, int maxGroups, LongConsumer memory) {
        List<Instant> rows = query.granularity().rowStarts(query.range(), query.zone());
        List<Instant> starts = query.granularity().rowStarts(other, query.zone());
        Map<Instant, Instant> startToRow = new HashMap<>();
        for (int i = 0; i < Math.min(rows.size(), starts.size()); i++) {
            startToRow.put(starts.get(i), rows.get(i));
        }
        return new ReportFold(query.with(other), maxGroups, memory, startToRow);
    }

    private ReportFold(
            ReportQuery query,
            int maxGroups,
            LongConsumer memory,
            @Nullable Map<Instant, Instant> startToRow) {
        this.query = query;
        this.startToRow = startToRow;
        this.maxGroups = maxGroups;
        this.memory = memory;
        this.reach = new ReportReach<>(ReportReach.BYTES_MAX, memory);
        this.dimensions = query.groupBy().toArray(Dimension[]::new);
        this.metrics = query.metrics().toArray(Metric[]::new);
        this.money = query.asksForMoney();
        this.shadows = query.asksForShadows();
    }

    /// Adds a cell, if it passes the filters.
    ///
    /// @throws TooManyRowsException when there are more groups than allowed
    public void add(RollupCell cell) {
        if (!query.keeps(cell) || (cell.getWouldServe() != 0 && !shadows)) {
            return;
        }
        GroupKey key = keyOf(cell);
        if (key == null) {
            return;
        }
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

    /// True when it takes cells by the values of an attribute, and no others.
    boolean isByAttribute() {
        return query.attribute() != null;
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
        GroupKey key = query.keeps(cell) ? keyOf(cell) : null;
        if (key != null) {
            reach.add(key, ReachSketch.of(reached.getSketch()));
        }
    }

    /// The report, ordered by start and then by the dimensions as they were asked for. A group in
    /// which nothing asked for was counted is left out; a report with neither rows of time nor
    /// dimensions always has its one row.
    public Report report() {
        return report(null);
    }

    /// The report with the numbers of another range beside its own. A group that has either shows.
    ///
    /// @param before fold of the other range; null for none
    Report report(@Nullable ReportFold before) {
        boolean single =
                query.granularity() == ReportGranularity.TOTAL && query.groupBy().isEmpty();
        if (single && groups.isEmpty()) {
            groups.put(
                    new GroupKey(query.range().from(), new String[0]),
                    new CurrencySums("", CounterSums.NONE));
        }
        Set<GroupKey> all = before == null ? groups.keySet() : union(before);
        if (all.size() > maxGroups) {
            throw new TooManyRowsException();
        }
        GroupKey[] keys = all.toArray(GroupKey[]::new);
        Arrays.sort(keys);
        List<String> columns = ReportRequest.columns(query, before != null);
        memory.accept((long) keys.length * (ROW_BYTES + columns.size() * VALUE_BYTES));
        List<List<Object>> rows = new ArrayList<>(keys.length);
        for (GroupKey key : keys) {
            addRows(key, before, single, rows);
        }
        int missing =
                before == null
                        ? missingPartitions
                        : Math.max(missingPartitions, before.missingPartitions);
        return new Report(query, columns, rows, missing, null, List.of());
    }

    private Set<GroupKey> union(ReportFold before) {
        Set<GroupKey> all = new HashSet<>(groups.keySet());
        all.addAll(before.groups.keySet());
        return all;
    }

    private List<CurrencySums.Amounts> amounts(GroupKey key) {
        CurrencySums sums = groups.get(key);
        return sums == null ? CurrencySums.Amounts.NONE : sums.rows();
    }

    private int groupBytes() {
        return GROUP_BYTES + dimensions.length * TEXT_BYTES;
    }

    /// Null for a cell of no row.
    private @Nullable GroupKey keyOf(RollupCell cell) {
        Instant start = rowStart(cell.getStartsAt());
        if (startToRow != null) {
            start = startToRow.get(start);
            if (start == null) {
                return null;
            }
        }
        String[] values = new String[dimensions.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = dimensions[i].of(cell);
        }
        return new GroupKey(start, values);
    }

    private Instant rowStart(Instant start) {
        if (!start.equals(lastStart)) {
            lastRowStart = query.granularity().rowStart(start, query.range(), query.zone());
            lastStart = start;
        }
        return lastRowStart;
    }

    private void addRows(
            GroupKey key, @Nullable ReportFold before, boolean always, List<List<Object>> rows) {
        List<CurrencySums.Compared> amounts =
                before == null
                        ? amounts(key).stream().map(CurrencySums.Compared::alone).toList()
                        : CurrencySums.beside(amounts(key), before.amounts(key));
        long reached = reach.of(key);
        long reachedBefore = before == null ? 0 : before.reach.of(key);
        for (int i = 0; i < (money ? amounts.size() : 1); i++) {
            CurrencySums.Compared each = amounts.get(i);
            long now = i == 0 ? reached : 0;
            long was = i == 0 ? reachedBefore : 0;
            if ((always && i == 0) || isTold(each.now(), now) || isTold(each.before(), was)) {
                rows.add(row(key, each, now, before == null ? null : was));
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

    /// @param reachedBefore null where nothing is compared
    private List<Object> row(
            GroupKey key,
            CurrencySums.Compared amounts,
            long reached,
            @Nullable Long reachedBefore) {
        List<Object> row = new ArrayList<>(2 + dimensions.length + 2 * metrics.length);
        if (query.granularity() != ReportGranularity.TOTAL) {
            row.add(text(key.start()));
        }
        Collections.addAll(row, (Object[]) key.values());
        if (money) {
            row.add(amounts.currency());
        }
        for (Metric metric : metrics) {
            row.add(metric.of(amounts.now(), reached));
            if (reachedBefore != null) {
                row.add(metric.of(amounts.before(), reachedBefore));
            }
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
