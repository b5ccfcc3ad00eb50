package io.interlude.domain.selection;

import java.util.Comparator;

/// What the rules say of one candidate.
sealed interface Judgement {
    Broken BROKEN_FLIGHT = new Broken(SelectionRule.FLIGHT, Double.NaN, Double.NaN);
    Broken BROKEN_TARGETING = new Broken(SelectionRule.TARGETING, Double.NaN, Double.NaN);
    Broken BROKEN_DAYPART = new Broken(SelectionRule.DAYPART, Double.NaN, Double.NaN);
    Broken BROKEN_BUDGET = new Broken(SelectionRule.BUDGET, Double.NaN, 0);
    Broken BROKEN_PACING = new Broken(SelectionRule.PACING, Double.NaN, 0);
    Broken OUTRANKED = new Broken(SelectionRule.OUTRANKED, Double.NaN, Double.NaN);

    /// It breaks a rule: the first one.
    record Broken(SelectionRule rule, double relevance, double urgency) implements Judgement {}

    /// It breaks none. `relevance` is not a number where none was asked for.
    record Contender(PreparedLineItem item, double relevance, double urgency) implements Judgement {
        /// Best first: the relevant ones by relevance, then those that need none; then the one
        /// furthest behind its plan. Priority was compared before.
        static final Comparator<Contender> RANK = Contender::rank;

        private static int rank(Contender a, Contender b) {
            int byRelevance = Double.compare(b.relevanceRank(), a.relevanceRank());
            return byRelevance == 0 ? Double.compare(b.urgency, a.urgency) : byRelevance;
        }

        private double relevanceRank() {
            return Double.isNaN(relevance) ? Double.NEGATIVE_INFINITY : relevance;
        }

        Verdict verdict(SelectionRule brokenRule) {
            return new Verdict(item.lineItem().id(), brokenRule, relevance, urgency);
        }

        Verdict served() {
            return new Verdict(item.lineItem().id(), null, relevance, urgency);
        }
    }
}
