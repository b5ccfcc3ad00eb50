package io.interlude.domain.selection;

import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.PreparedLineItem;
import org.jspecify.annotations.Nullable;

/// A line item that breaks no rule.
///
/// @param number its number among the active line items
/// @param rank what orders it first of all, see [Valuer#rank]
/// @param relevance absent where none was asked for
/// @param spent null where that was not asked
/// @param valuation null where values do not decide
record Contender(
        int number,
        PreparedLineItem item,
        double rank,
        double relevance,
        double urgency,
        @Nullable Spent spent,
        @Nullable Valuation valuation) {
    /// Best first: by relevance, those that need none last, or by value; then the one furthest
    /// behind its plan; then by number. Priority was compared before.
    static int order(Contender a, Contender b) {
        int order = compare(a.rank, a.urgency, b.rank, b.urgency);
        return order == 0 ? Integer.compare(a.number, b.number) : order;
    }

    /// Less than 0 if the first comes before the second.
    static int compare(double rank, double urgency, double rank2, double urgency2) {
        int byRank = descending(rank, rank2);
        return byRank == 0 ? descending(urgency, urgency2) : byRank;
    }

    /// As [Double#compare] has it, which looks at the bits of equal numbers; only zeros need that.
    private static int descending(double a, double b) {
        return a == b && a != 0 ? 0 : Double.compare(b, a);
    }

    /// With the prediction that its value comes from.
    Contender told(Valuer valuer) {
        return valuation == null
                ? this
                : new Contender(
                        number,
                        item,
                        rank,
                        relevance,
                        urgency,
                        spent,
                        valuer.told(item, relevance, valuation));
    }

    SelectionVerdict verdict(@Nullable SelectionRule brokenRule) {
        return verdict(brokenRule, spent);
    }

    /// The same, with what its sequence was reckoned from.
    SelectionVerdict verdict(@Nullable SelectionRule brokenRule, @Nullable Spent known) {
        return new SelectionVerdict(
                item.lineItem().id(), brokenRule, relevance, urgency, known, valuation);
    }
}
