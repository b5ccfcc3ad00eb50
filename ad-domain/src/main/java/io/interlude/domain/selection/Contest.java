package io.interlude.domain.selection;

import io.interlude.domain.pacing.Spent;
import io.interlude.domain.rotation.WeightedDraw;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The line items of one priority that break no rule, in the order of their numbers. Keeps the best
/// few of them, as many as have a verdict, and those that share the first rank: thousands may
/// contend. For one thread.
final class Contest {
    private static final int FEW = 16;

    private final ActiveLineItems items;
    private final BestContenders best = new BestContenders();
    private int[] first = new int[FEW];
    private @Nullable Spent[] firstSpent = new @Nullable Spent[FEW];
    private int firstCount;
    private double bestRelevance;
    private double bestUrgency;

    Contest(ActiveLineItems items) {
        this.items = items;
    }

    boolean isEmpty() {
        return firstCount == 0;
    }

    void enter(int number, double relevance, double urgency, @Nullable Spent spent) {
        int order =
                firstCount == 0
                        ? -1
                        : Contender.compare(relevance, urgency, bestRelevance, bestUrgency);
        if (order < 0) {
            firstCount = 0;
            bestRelevance = relevance;
            bestUrgency = urgency;
        }
        if (order <= 0) {
            shareFirst(number, spent);
        }
        best.offer(number, relevance, urgency, spent);
    }

    private void shareFirst(int number, @Nullable Spent spent) {
        if (firstCount == first.length) {
            first = Arrays.copyOf(first, 2 * firstCount);
            firstSpent = Arrays.copyOf(firstSpent, 2 * firstCount);
        }
        first[firstCount] = number;
        firstSpent[firstCount] = spent;
        firstCount++;
    }

    /// The contender of the best rank; several of the same rank are drawn from by weight.
    Contender winner(RandomGenerator random) {
        int index = firstCount == 1 ? 0 : WeightedDraw.index(weights(), random);
        int number = first[index];
        return new Contender(
                number, items.item(number), bestRelevance, bestUrgency, firstSpent[index]);
    }

    private int[] weights() {
        int[] weights = new int[firstCount];
        for (int i = 0; i < firstCount; i++) {
            weights[i] = items.weight(first[i]);
        }
        return weights;
    }

    /// The best ones, best first.
    List<Contender> best() {
        return best.ranked(items);
    }
}
