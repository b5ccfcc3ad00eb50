package io.interlude.domain.selection;

import io.interlude.domain.prepared.ActiveLineItems;
import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.targeting.Bits;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Judges the shadow line items of a decision that is made, each as if it alone took part beside
/// the winner. The rules are those of [Screening], but for what only served line items can have: a
/// shadow is never counted, so its own budget and plan always have room, it is never behind, and
/// what counts in other scopes (campaign, advertiser, ad unit, ad load) is taken as the decision
/// read it. For one thread.
final class Shadows {
    private final ActiveLineItems items;
    private final SelectionInput input;
    private final CandidateCheck check;

    Shadows(ActiveLineItems items, SelectionInput input, CandidateCheck check) {
        this.items = items;
        this.input = input;
        this.check = check;
    }

    /// The shadows that would have been served.
    ///
    /// @param winner null for a no-fill
    /// @param weight of all that share the winner's rank: a shadow of the same rank is drawn with
    ///   its share
    /// @param random asked only after every draw of the decision
    List<PreparedLineItem> ahead(@Nullable Contender winner, long weight, RandomGenerator random) {
        if (items.size() == 0 || check.adLoad().excess() != null) {
            return List.of();
        }
        List<PreparedLineItem> ahead = new ArrayList<>();
        long[] candidates = items.candidates(input.adUnit(), input.format());
        long[] targeted =
                items.targeted(items.inFlight(candidates, input.now()), input.attributes());
        for (int number = Bits.next(targeted, 0);
                number >= 0;
                number = Bits.next(targeted, number + 1)) {
            PreparedLineItem item = items.item(number);
            if (winner != null && priority(item) > priority(winner.item())) {
                break;
            }
            if (mayServe(number, item)
                    && comesFirst(item, items.weight(number), winner, weight, random)) {
                ahead.add(item);
            }
        }
        return ahead;
    }

    private static int priority(PreparedLineItem item) {
        return item.lineItem().priority();
    }

    private boolean mayServe(int number, PreparedLineItem item) {
        return !check.blocked().isOut(item, input.format())
                && !(items.hasDayparts(number) && !check.isOpen(item))
                && !check.isLost(item)
                && !check.isHidden(item)
                && check.hasFrequencyRoom(item)
                && !check.isSeparated(item)
                && check.isSuitable(item);
    }

    /// Whether the line item is relevant and worth enough, and comes before the winner.
    private boolean comesFirst(
            PreparedLineItem item,
            int own,
            @Nullable Contender winner,
            long weight,
            RandomGenerator random) {
        double relevance = check.relevance(item);
        Valuation valuation = check.valuation(item, relevance, 0);
        if (!check.isRelevant(item, relevance) || check.valuer().broken(item, valuation) != null) {
            return false;
        }
        if (winner == null || priority(item) < priority(winner.item())) {
            return true;
        }
        double rank = Valuer.rank(check.valuer().ranking(), relevance, valuation);
        int order = Contender.compare(rank, 0, winner.rank(), winner.urgency());
        return order < 0 || (order == 0 && random.nextLong(weight + own) < own);
    }
}
