package io.interlude.domain.explain;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.selection.Disqualification;
import io.interlude.domain.selection.SelectionRule;
import java.util.List;

/// The verdict of one rule on a candidate.
///
/// @param found its findings, in words: the breach, or the single creatives that it holds back
public record RuleTrace(SelectionRule rule, Result result, List<Disqualification> found) {
    public RuleTrace {
        requireNonNull(rule, "rule is null");
        requireNonNull(result, "result is null");
        found = List.copyOf(found);
    }

    /// The result of a rule.
    public enum Result {
        PASSED,
        BROKEN,
        /// An earlier rule, or another line item's priority, had decided.
        NOT_REACHED
    }
}
