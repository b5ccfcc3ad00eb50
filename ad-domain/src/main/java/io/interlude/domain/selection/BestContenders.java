package io.interlude.domain.selection;

import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.ActiveLineItems;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The best of many contenders: a heap with the worst of them on top, in arrays, since most of what
/// a contested decision costs would otherwise be objects that are thrown away. For one thread.
final class BestContenders {
    private final int[] numbers;
    private final double[] relevances;
    private final double[] urgencies;
    private final @Nullable Spent[] spents;
    private int size;

    /// @param offers that there will be at most
    BestContenders(int offers) {
        int most = Math.min(offers, SelectionOutcome.LARGEST_VERDICTS);
        numbers = new int[most];
        relevances = new double[most];
        urgencies = new double[most];
        spents = new @Nullable Spent[most];
    }

    /// Offers one with a larger number than those before, so that among equals it comes last.
    void offer(int number, double relevance, double urgency, @Nullable Spent spent) {
        if (size < numbers.length) {
            int place = size++;
            while (place > 0 && isWorse(number, relevance, urgency, (place - 1) / 2)) {
                move((place - 1) / 2, place);
                place = (place - 1) / 2;
            }
            put(place, number, relevance, urgency, spent);
        } else if (Contender.compare(relevance, urgency, relevances[0], urgencies[0]) < 0) {
            replaceWorst(number, relevance, urgency, spent);
        }
    }

    private void replaceWorst(int number, double relevance, double urgency, @Nullable Spent spent) {
        int place = 0;
        for (int child = worseChild(0); child > 0; child = worseChild(place)) {
            if (isWorse(number, relevance, urgency, child)) {
                break;
            }
            move(child, place);
            place = child;
        }
        put(place, number, relevance, urgency, spent);
    }

    /// The worse of two children, 0 for none.
    private int worseChild(int place) {
        int left = 2 * place + 1;
        int right = left + 1;
        if (left >= size) {
            return 0;
        }
        return right < size && isWorse(numbers[right], relevances[right], urgencies[right], left)
                ? right
                : left;
    }

    private boolean isWorse(int number, double relevance, double urgency, int place) {
        int order = Contender.compare(relevance, urgency, relevances[place], urgencies[place]);
        return order == 0 ? number > numbers[place] : order > 0;
    }

    private void move(int from, int to) {
        put(to, numbers[from], relevances[from], urgencies[from], spents[from]);
    }

    private void put(
            int place, int number, double relevance, double urgency, @Nullable Spent spent) {
        numbers[place] = number;
        relevances[place] = relevance;
        urgencies[place] = urgency;
        spents[place] = spent;
    }

    /// Best first.
    List<Contender> ranked(ActiveLineItems items) {
        List<Contender> ranked = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            ranked.add(
                    new Contender(
                            numbers[i],
                            items.item(numbers[i]),
                            relevances[i],
                            urgencies[i],
                            spents[i]));
        }
        ranked.sort(Contender::rank);
        return ranked;
    }
}
