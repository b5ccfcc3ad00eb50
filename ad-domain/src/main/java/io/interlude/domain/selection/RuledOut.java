package io.interlude.domain.selection;

import io.interlude.domain.selection.Judgement.Broken;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The candidates of one decision that broke a rule: the first of them, and how many by rule.
final class RuledOut {
    private final List<Verdict> verdicts = new ArrayList<>();
    private final Map<SelectionRule, int[]> ruleToCount = new EnumMap<>(SelectionRule.class);

    void add(PreparedLineItem item, Broken broken) {
        ruleToCount.computeIfAbsent(broken.rule(), _ -> new int[1])[0]++;
        if (verdicts.size() < SelectionOutcome.LARGEST_VERDICTS) {
            verdicts.add(
                    new Verdict(
                            item.lineItem().id(),
                            broken.rule(),
                            broken.relevance(),
                            broken.urgency()));
        }
    }

    boolean isEmpty() {
        return verdicts.isEmpty();
    }

    /// These verdicts after better ones, as many as are kept.
    List<Verdict> after(List<Verdict> better) {
        List<Verdict> all = new ArrayList<>(better);
        int room = SelectionOutcome.LARGEST_VERDICTS - better.size();
        all.addAll(verdicts.subList(0, Math.min(room, verdicts.size())));
        return all;
    }

    /// One sentence that says which rules ruled out how many line items.
    String describe() {
        int sum = ruleToCount.values().stream().mapToInt(count -> count[0]).sum();
        String list =
                ruleToCount.entrySet().stream()
                        .map(entry -> entry.getKey().wireName() + " " + entry.getValue()[0])
                        .collect(Collectors.joining(", "));
        return (sum == 1 ? "1 line item was" : sum + " line items were")
                + " ruled out: "
                + list
                + ".";
    }
}
