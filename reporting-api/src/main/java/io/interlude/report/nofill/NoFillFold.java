package io.interlude.report.nofill;

import io.interlude.domain.matching.CountingVerdict;
import io.interlude.domain.matching.NoFillCause;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.decision.NoFillCauseCodec;
import io.interlude.journal.history.JudgedEvent;
import io.interlude.report.rollup.Dimension;
import io.interlude.report.rollup.Report;
import io.interlude.report.rollup.TimeRange;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.RollupCell;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/// Adds up how far the requests of each group got. A request that served nothing was eligible when
/// any candidate was in flight, and matched when any candidate's targeting and dayparts let it
/// pass: what stopped it then was a budget, a plan, a cap, the context or the moment. Used by one
/// thread at a time.
final class NoFillFold {
    /// What a cell takes that is kept, about, but for its counts by cause.
    private static final int CELL_BYTES = 1_024;

    private static final int CAUSE_BYTES = 128;

    /// What a group takes at most, with a count for every cause.
    private static final int GROUP_BYTES = 4_096;

    private final NoFillQuery query;
    private final LongConsumer memory;
    private final Map<List<String>, Group> valuesToGroup = new LinkedHashMap<>();
    private final Map<Instant, Span> startToSpan = new TreeMap<>();
    private int missingPartitions;

    /// @param memory is told of bytes before they are filled; what it throws ends the report
    NoFillFold(NoFillQuery query, LongConsumer memory) {
        this.query = query;
        this.memory = memory;
        if (query.fills().groupBy().isEmpty()) {
            group(List.of());
        }
    }

    /// Takes a cell in.
    void add(RollupCell cell) {
        if (!query.fills().keeps(cell)) {
            return;
        }
        if (cell.getFetches() != 0) {
            group(query.group(cell)).served += cell.getFetches();
        }
        if (cell.getNoFills() != 0) {
            Map<String, Long> causes = cell.getNoFillsBy();
            memory.accept(CELL_BYTES + (causes == null ? 0 : causes.size() * (long) CAUSE_BYTES));
            TimeRange range = query.span(cell);
            startToSpan
                    .computeIfAbsent(range.from(), _ -> new Span(range, new ArrayList<>()))
                    .cells()
                    .add(cell);
        }
    }

    /// Notes that partitions are missing.
    void miss(int partitions) {
        missingPartitions = partitions;
    }

    /// Counts the no-fills of the cells that tell what stopped them, once all cells were taken in.
    /// Answers with the parts of the range of which some cell does not tell it, in their order: the
    /// no-fills of these are to be taken in from the journal.
    List<TimeRange> unexplained() {
        List<TimeRange> parts = new ArrayList<>();
        for (Span span : startToSpan.values()) {
            if (span.cells().stream().allMatch(NoFillFold::isExplained)) {
                span.cells().forEach(cell -> group(query.group(cell)).add(cell));
            } else if (!parts.isEmpty() && parts.getLast().to().equals(span.range().from())) {
                parts.add(new TimeRange(parts.removeLast().from(), span.range().to()));
            } else {
                parts.add(span.range());
            }
        }
        return parts;
    }

    /// Whether each no-fill of the cell is among those with a reason.
    private static boolean isExplained(RollupCell cell) {
        return cell.getNoFillsBy() != null
                && cell.getNoFills()
                        == cell.getNoFillsBy().entrySet().stream()
                                .filter(counted ->
                                        NoFillCause.ofKey(counted.getKey()).orElse(null)
                                                instanceof NoFillCause.OfReason)
                                .mapToLong(Entry::getValue)
                                .sum();
    }

    /// Takes a no-fill of a part of the range in: each once, without test traffic and without what
    /// was taken back.
    ///
    /// @throws StateUnavailableException when it is not known whether it counts
    void add(JudgedEvent judged, TimeRange part) {
        if (!(judged.record().event() instanceof AdNotFilled event) || !query.keeps(event, part)) {
            return;
        }
        if (judged.verdict() == null) {
            throw new StateUnavailableException("the no-fills could not be judged in time");
        }
        if (judged.verdict() == CountingVerdict.COUNTED) {
            group(query.group(event)).add(event);
        }
    }

    /// Of the answer.
    Map<String, String> headers() {
        return Report.headers(missingPartitions);
    }

    private Group group(List<String> values) {
        return valuesToGroup.computeIfAbsent(
                values,
                _ -> {
                    memory.accept(GROUP_BYTES);
                    return new Group();
                });
    }

    Map<String, Object> json() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("from", query.fills().range().from().toString());
        body.put("to", query.fills().range().to().toString());
        if (missingPartitions > 0) {
            body.put("partial", true);
            body.put("missingPartitions", missingPartitions);
        }
        List<Map<String, Object>> rows = new ArrayList<>();
        valuesToGroup.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(NoFillFold::compare))
                .forEach(entry -> rows.add(row(entry.getKey(), entry.getValue())));
        body.put("rows", rows);
        return body;
    }

    private static int compare(List<String> left, List<String> right) {
        for (int i = 0; i < left.size(); i++) {
            int order = left.get(i).compareTo(right.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private Map<String, Object> row(List<String> values, Group group) {
        Map<String, Object> row = new LinkedHashMap<>();
        List<Dimension> dimensions = query.fills().groupBy();
        for (int i = 0; i < values.size(); i++) {
            row.put(dimensions.get(i).wireName(), values.get(i));
        }
        row.put("requests", group.served + group.noFills);
        row.put("eligible", group.served + group.eligible);
        row.put("matched", group.served + group.matched);
        row.put("served", group.served);
        row.put("noFills", group.noFills);
        row.put("undecided", group.undecided);
        row.put("reasons", Group.left(group.reasonToCount));
        row.put("stoppedBy", Group.left(group.ruleToCount));
        return row;
    }

    /// The cells of one start that have no-fills.
    private record Span(TimeRange range, List<RollupCell> cells) {}

    private static final class Group {
        private long served;
        private long noFills;
        private long eligible;
        private long matched;
        private long undecided;
        private final Map<String, Long> reasonToCount = new TreeMap<>();
        private final Map<String, Long> ruleToCount = new TreeMap<>();

        void add(RollupCell cell) {
            noFills += cell.getNoFills();
            cell.getNoFillsBy()
                    .forEach((key, count) ->
                            NoFillCause.ofKey(key).ifPresent(cause -> add(cause, count)));
        }

        void add(AdNotFilled event) {
            noFills++;
            NoFillCauseCodec.read(event).forEach(cause -> add(cause, 1));
        }

        private void add(NoFillCause cause, long count) {
            switch (cause) {
                case NoFillCause.OfReason(var reason) ->
                        reasonToCount.merge(reason.wireName(), count, Long::sum);
                case NoFillCause.OfRule rule -> {
                    ruleToCount.merge(rule.wireName(), count, Long::sum);
                    eligible += rule.eligible() ? count : 0;
                    matched += rule.matched() ? count : 0;
                }
                case NoFillCause.Undecided _ -> undecided += count;
            }
        }

        /// What is left after corrections.
        private static Map<String, Long> left(Map<String, Long> counts) {
            counts.values().removeIf(count -> count == 0);
            return counts;
        }
    }
}
