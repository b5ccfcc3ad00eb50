package io.interlude.domain.selection;

import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.PreparedLineItem;
import org.jspecify.annotations.Nullable;

/// A line item that breaks no rule.
///
/// @param number its number among the active line items
/// @param relevance not a number where none was asked for
/// @param spent null where that was not asked
record Contender(
        int number,
        PreparedLineItem item,
        double relevance,
        double urgency,
        @Nullable Spent spent) {
    /// Best first: the relevant ones by relevance, then those that need none; then the one furthest
    /// behind its plan; then by number. Priority was compared before.
    static int rank(Contender a, Contender b) {
        int order = compare(a.relevance, a.urgency, b.relevance, b.urgency);
        return order == 0 ? Integer.compare(a.number, b.number) : order;
    }

    /// Less than 0 if the first comes before the second.
    static int compare(double relevance, double urgency, double relevance2, double urgency2) {
        int byRelevance = Double.compare(known(relevance2), known(relevance));
        return byRelevance == 0 ? Double.compare(urgency2, urgency) : byRelevance;
    }

    private static double known(double relevance) {
        return Double.isNaN(relevance) ? Double.NEGATIVE_INFINITY : relevance;
    }

    Verdict verdict(@Nullable SelectionRule brokenRule) {
        return new Verdict(item.lineItem().id(), brokenRule, relevance, urgency, spent);
    }
}
