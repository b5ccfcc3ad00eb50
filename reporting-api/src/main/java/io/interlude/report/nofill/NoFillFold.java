package io.interlude.report.nofill;

import io.interlude.domain.matching.Verdict;
import io.interlude.domain.selection.SelectionRule;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.JudgedEvent;
import io.interlude.report.rollup.Dimension;
import io.interlude.report.rollup.Report;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.CandidateVerdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Adds up how far the requests of each group got. A request that served nothing was eligible when
/// any candidate was in flight, and matched when any candidate's targeting and dayparts let it
/// pass: what stopped it then was a budget, a plan, a cap, the context or the moment. Used by one
/// thread at a time.
final class NoFillFold {
    private static final String NO_CANDIDATE = "no_candidate";

    private final NoFillQuery query;
    private final Map<List<String>, Group> valuesToGroup = new LinkedHashMap<>();
    private int missingPartitions;

    NoFillFold(NoFillQuery query) {
        this.query = query;
        if (query.fills().groupBy().isEmpty()) {
            group(List.of());
        }
    }

    /// Takes a no-fill in: each once, without test traffic and without what was taken back.
    ///
    /// @throws StateUnavailableException when it is not known whether it counts
    void add(JudgedEvent judged) {
        if (!(judged.record().event() instanceof AdNotFilled event) || !query.keeps(event)) {
            return;
        }
        if (judged.verdict() == null) {
            throw new StateUnavailableException("the no-fills could not be judged in time");
        }
        if (judged.verdict() == Verdict.COUNTED) {
            group(query.group(event)).add(event);
        }
    }

    /// Takes the fills of every group in.
    void add(Report fills) {
        missingPartitions = fills.missingPartitions();
        int dimensions = query.fills().groupBy().size();
        for (List<Object> row : fills.rows()) {
            List<String> values = row.subList(0, dimensions).stream().map(String::valueOf).toList();
            group(values).served += (Long) row.get(dimensions);
        }
    }

    private Group group(List<String> values) {
        return valuesToGroup.computeIfAbsent(values, _ -> new Group());
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
        row.put("reasons", group.reasonToCount);
        row.put("stoppedBy", group.ruleToCount);
        return row;
    }

    private static final class Group {
        private long served;
        private long noFills;
        private long eligible;
        private long matched;
        private long undecided;
        private final Map<String, Long> reasonToCount = new TreeMap<>();
        private final Map<String, Long> ruleToCount = new TreeMap<>();

        void add(AdNotFilled event) {
            noFills++;
            reasonToCount.merge(event.getReason(), 1L, Long::sum);
            SelectionRule furthest = null;
            for (CandidateVerdict verdict : event.getCandidates()) {
                SelectionRule rule =
                        SelectionRule.valueOf(verdict.getRule().toUpperCase(Locale.ROOT));
                furthest = furthest == null || rule.compareTo(furthest) > 0 ? rule : furthest;
            }
            ruleToCount.merge(furthest == null ? NO_CANDIDATE : furthest.wireName(), 1L, Long::sum);
            boolean isMatched = furthest != null && furthest.compareTo(SelectionRule.DAYPART) > 0;
            eligible += furthest != null && furthest != SelectionRule.FLIGHT ? 1 : 0;
            matched += isMatched ? 1 : 0;
            undecided += !isMatched && isCut(event) ? 1 : 0;
        }

        /// Whether there were more candidates than the record has verdicts.
        private static boolean isCut(AdNotFilled event) {
            return event.getState() != null
                    && event.getState().getCandidateCount() > event.getCandidates().size();
        }
    }
}
