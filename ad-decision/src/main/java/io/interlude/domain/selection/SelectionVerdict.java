package io.interlude.domain.selection;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.catalogue.Ranking;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.number.Absent;
import io.interlude.domain.pacing.Spent;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// The selection's verdict on one candidate.
///
/// @param brokenRule the first rule that ruled it out; null for the one that was served
/// @param relevance similarity to the context; [Absent] without one, and where none was asked for
/// @param urgency share of its plan by which it is behind; [Absent] where it was not reckoned
/// @param spent what it was held against its budget with; null where that was not asked
/// @param valuation what it was worth; null where values did not decide
public record SelectionVerdict(
        LineItemId lineItemId,
        @Nullable SelectionRule brokenRule,
        double relevance,
        double urgency,
        @Nullable Spent spent,
        @Nullable Valuation valuation) {
    private static final String SERVED = "served";

    /// Of a decision that asked for no values.
    public SelectionVerdict(
            LineItemId lineItemId,
            @Nullable SelectionRule brokenRule,
            double relevance,
            double urgency,
            @Nullable Spent spent) {
        this(lineItemId, brokenRule, relevance, urgency, spent, null);
    }

    /// Of a candidate that was ruled out before anything was asked about it.
    static SelectionVerdict unasked(LineItemId lineItemId, SelectionRule brokenRule) {
        return new SelectionVerdict(lineItemId, brokenRule, Absent.NUMBER, Absent.NUMBER, null);
    }

    public SelectionVerdict {
        requireNonNull(lineItemId, "lineItemId is null");
    }

    /// Name of the broken rule, or `served`.
    public String wireName() {
        return brokenRule == null ? SERVED : brokenRule.wireName();
    }

    /// Whether it was held against its caps.
    public boolean reachedItsCaps() {
        return !Absent.is(urgency)
                && brokenRule != SelectionRule.BUDGET
                && brokenRule != SelectionRule.PACING;
    }

    /// What orders those of one priority that break no rule: the larger comes first.
    public double rank(Ranking ranking) {
        return Valuer.rank(ranking, relevance, valuation);
    }

    /// Similarity to the context, where one was asked for.
    public OptionalDouble knownRelevance() {
        return Absent.optional(relevance);
    }

    /// Share of its plan by which it is behind, where that was reckoned.
    public OptionalDouble knownUrgency() {
        return Absent.optional(urgency);
    }
}
