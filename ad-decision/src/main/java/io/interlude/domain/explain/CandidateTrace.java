package io.interlude.domain.explain;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.selection.SelectionRule;
import io.interlude.domain.selection.SelectionVerdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything about one candidate of a decision.
///
/// @param item as the catalogue had it then
/// @param verdict as recorded
/// @param rules in the order in which they are applied
/// @param caps that it was held against, with the subscriber's counts
/// @param plannedMicros of the daily budget, what was planned until then; null without one, or
///   where it was not asked
/// @param plannedFetches the same in fetches
/// @param plannedLifetimeMicros the same of the lifetime budget; null where that is not planned
/// @param plannedGoal the same of the goal
/// @param minRelevance what the similarity had to reach; null where none was needed
public record CandidateTrace(
        PreparedLineItem item,
        SelectionVerdict verdict,
        List<RuleTrace> rules,
        List<CapReading> caps,
        @Nullable Long plannedMicros,
        @Nullable Long plannedFetches,
        @Nullable Long plannedLifetimeMicros,
        @Nullable Long plannedGoal,
        @Nullable Double minRelevance) {
    public CandidateTrace {
        requireNonNull(item, "item is null");
        requireNonNull(verdict, "verdict is null");
        rules = List.copyOf(rules);
        caps = List.copyOf(caps);
    }

    /// Whether the decision looked at it beyond what makes it a candidate: once one of a priority
    /// contends, nothing of a later priority is.
    static boolean lookedAt(SelectionVerdict verdict) {
        return verdict.brokenRule() != SelectionRule.OUTRANKED
                || verdict.knownUrgency().isPresent();
    }
}
