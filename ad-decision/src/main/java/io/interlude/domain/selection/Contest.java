package io.interlude.domain.selection;

import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.ActiveLineItems;
import io.interlude.domain.rotation.WeightedDraw;
import io.interlude.domain.targeting.Bits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The line items of one priority that break no rule, in the order of their numbers; in a moment
/// that suppresses all, those of every priority. Keeps the best few of them, as many as have a
/// verdict, and those that share the first rank: thousands may contend. For one thread.
final class Contest {
    private static final int FEW = 16;

    private final ActiveLineItems items;
    private final Valuer valuer;
    private final BestContenders best;
    private final long[] first;

    /// In the order of the numbers in `first`; null as long as none of them has a budget or a plan.
    private @Nullable Spent @Nullable [] firstSpent;

    /// The same where values are compared, of each all that is known: relevance may differ.
    private final List<Contender> firstValued = new ArrayList<>();

    private int firstCount;
    private double bestRank;
    private double bestRelevance;
    private double bestUrgency;

    Contest(ActiveLineItems items, Valuer valuer) {
        this.items = items;
        this.valuer = valuer;
        this.best = new BestContenders(items.size());
        this.first = Bits.none(items.size());
    }

    boolean isEmpty() {
        return firstCount == 0;
    }

    /// @param rank see [Valuer#rank]
    void enter(
            int number,
            double rank,
            double relevance,
            double urgency,
            @Nullable Spent spent,
            @Nullable Valuation valuation) {
        int order = firstCount == 0 ? -1 : Contender.compare(rank, urgency, bestRank, bestUrgency);
        if (order < 0) {
            Arrays.fill(first, 0);
            firstSpent = null;
            firstValued.clear();
            firstCount = 0;
            bestRank = rank;
            bestRelevance = relevance;
            bestUrgency = urgency;
        }
        if (order <= 0) {
            shareFirst(number, spent);
            if (valuation != null) {
                firstValued.add(
                        new Contender(
                                number,
                                items.item(number),
                                rank,
                                relevance,
                                urgency,
                                spent,
                                valuation));
            }
        }
        best.offer(number, rank, relevance, urgency, spent, valuation);
    }

    private void shareFirst(int number, @Nullable Spent spent) {
        Bits.set(first, number);
        if (spent != null || firstSpent != null) {
            spentRoom()[firstCount] = spent;
        }
        firstCount++;
    }

    /// With a place for one more.
    private @Nullable Spent[] spentRoom() {
        @Nullable Spent[] room = firstSpent;
        if (room == null) {
            room = new @Nullable Spent[Math.max(FEW, 2 * firstCount)];
        } else if (room.length == firstCount) {
            room = Arrays.copyOf(room, 2 * firstCount);
        }
        firstSpent = room;
        return room;
    }

    /// The contender of the best rank; several of the same rank are drawn from by weight.
    Contender winner(RandomGenerator random) {
        int index = firstCount == 1 ? 0 : WeightedDraw.index(weights(), random);
        if (!firstValued.isEmpty()) {
            return firstValued.get(index).told(valuer);
        }
        int number = Bits.next(first, 0);
        for (int i = 0; i < index; i++) {
            number = Bits.next(first, number + 1);
        }
        @Nullable Spent[] spent = firstSpent;
        return new Contender(
                number,
                items.item(number),
                bestRank,
                bestRelevance,
                bestUrgency,
                spent == null ? null : spent[index],
                null);
    }

    /// The weight of all that share the first rank.
    long firstWeight() {
        return Arrays.stream(weights()).asLongStream().sum();
    }

    private int[] weights() {
        int[] weights = new int[firstCount];
        int number = -1;
        for (int i = 0; i < firstCount; i++) {
            number = Bits.next(first, number + 1);
            weights[i] = items.weight(number);
        }
        return weights;
    }

    /// The best ones, best first.
    List<Contender> best() {
        List<Contender> ranked = best.ranked(items);
        ranked.replaceAll(each -> each.told(valuer));
        return ranked;
    }
}
