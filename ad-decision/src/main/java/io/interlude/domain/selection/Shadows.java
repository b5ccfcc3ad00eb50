package io.interlude.domain.selection;

import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.money.Money;
import io.interlude.domain.prepared.ActiveLineItems;
import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.targeting.Bits;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
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

    /// Those that would have been served.
    ///
    /// @param winner of the contest; null for a no-fill
    /// @param random asked only after every draw of the decision
    List<ShadowWin> ahead(@Nullable Contender winner, Contest contest, RandomGenerator random) {
        if (items.size() == 0 || check.adLoad().excess() != null) {
            return List.of();
        }
        Rival rival = winner == null ? null : new Rival(winner, contest, random.nextLong());
        List<ShadowWin> ahead = new ArrayList<>();
        long[] candidates = items.candidates(input.adUnit(), input.format());
        long[] targeted =
                items.targeted(items.inFlight(candidates, input.now()), input.attributes());
        for (int number = Bits.next(targeted, 0);
                number >= 0;
                number = Bits.next(targeted, number + 1)) {
            PreparedLineItem item = items.item(number);
            if (rival != null && priority(item) > rival.priority()) {
                break;
            }
            ShadowWin win = mayServe(number, item) ? win(number, item, rival) : null;
            if (win != null && !check.wouldHoldOut(item)) {
                ahead.add(win);
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

    /// Null unless the line item is relevant and worth enough, and comes before the winner.
    private @Nullable ShadowWin win(int number, PreparedLineItem item, @Nullable Rival rival) {
        double relevance = check.relevance(item);
        Valuation valuation = check.valuation(item, relevance, 0);
        if (!check.isRelevant(item, relevance) || check.valuer().broken(item, valuation) != null) {
            return null;
        }
        double rank = Valuer.rank(check.valuer().ranking(), relevance, valuation);
        if (rival != null && !rival.isBehind(item, rank, items.weight(number))) {
            return null;
        }
        LineItem lineItem = item.lineItem();
        return new ShadowWin(
                item.campaign().id(),
                lineItem.id(),
                new Money(lineItem.price().fetchMicros(), lineItem.price().amount().currency()),
                relevance,
                valuation == null ? null : check.valuer().told(item, relevance, valuation));
    }

    /// The winner of the contest. A shadow of the same rank is drawn with its share of the weights,
    /// which are added up for no other. Each has a random number of its own, so that what is drawn
    /// for one does not depend on which others there are.
    private record Rival(Contender winner, Contest contest, long seed) {
        int priority() {
            return Shadows.priority(winner.item());
        }

        boolean isBehind(PreparedLineItem item, double rank, int own) {
            if (Shadows.priority(item) < priority()) {
                return true;
            }
            int order = Contender.compare(rank, 0, winner.rank(), winner.urgency());
            return order < 0 || (order == 0 && isDrawn(item.lineItem().id(), own));
        }

        private boolean isDrawn(LineItemId id, int own) {
            SplittableRandom random = new SplittableRandom(seed ^ id.value().hashCode());
            return random.nextLong(contest.firstWeight() + own) < own;
        }
    }
}
