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
    private final double[] ranks;
    private final double[] relevances;
    private final double[] urgencies;
    private final @Nullable Spent[] spents;
    private final @Nullable Valuation[] valuations;
    private int size;

    /// @param offers that there will be at most
    BestContenders(int offers) {
        int most = Math.min(offers, SelectionOutcome.LARGEST_VERDICTS);
        numbers = new int[most];
        ranks = new double[most];
        relevances = new double[most];
        urgencies = new double[most];
        spents = new @Nullable Spent[most];
        valuations = new @Nullable Valuation[most];
    }

    /// Offers one with a larger number than those before, so that among equals it comes last.
    ///
    /// @param rank see [Valuer#rank]
    void offer(
            int number,
            double rank,
            double relevance,
            double urgency,
            @Nullable Spent spent,
            @Nullable Valuation valuation) {
        if (size < numbers.length) {
            int place = size++;
            while (place > 0 && isWorse(number, rank, urgency, (place - 1) / 2)) {
                move((place - 1) / 2, place);
                place = (place - 1) / 2;
            }
            put(place, number, rank, relevance, urgency);
            owe(place, spent, valuation);
        } else if (Contender.compare(rank, urgency, ranks[0], urgencies[0]) < 0) {
            int place = worstReplaced(number, rank, urgency);
            put(place, number, rank, relevance, urgency);
            owe(place, spent, valuation);
        }
    }

    /// The place of a new one, once the worst has made room.
    private int worstReplaced(int number, double rank, double urgency) {
        int place = 0;
        for (int child = worseChild(0); child > 0; child = worseChild(place)) {
            if (isWorse(number, rank, urgency, child)) {
                break;
            }
            move(child, place);
            place = child;
        }
        return place;
    }

    /// The worse of two children, 0 for none.
    private int worseChild(int place) {
        int left = 2 * place + 1;
        int right = left + 1;
        if (left >= size) {
            return 0;
        }
        return right < size && isWorse(numbers[right], ranks[right], urgencies[right], left)
                ? right
                : left;
    }

    private boolean isWorse(int number, double rank, double urgency, int place) {
        int order = Contender.compare(rank, urgency, ranks[place], urgencies[place]);
        return order == 0 ? number > numbers[place] : order > 0;
    }

    private void move(int from, int to) {
        put(to, numbers[from], ranks[from], relevances[from], urgencies[from]);
        owe(to, spents[from], valuations[from]);
    }

    private void put(int place, int number, double rank, double relevance, double urgency) {
        numbers[place] = number;
        ranks[place] = rank;
        relevances[place] = relevance;
        urgencies[place] = urgency;
    }

    private void owe(int place, @Nullable Spent spent, @Nullable Valuation valuation) {
        spents[place] = spent;
        valuations[place] = valuation;
    }

    /// Best first.
    List<Contender> ranked(ActiveLineItems items) {
        List<Contender> ranked = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            ranked.add(
                    new Contender(
                            numbers[i],
                            items.item(numbers[i]),
                            ranks[i],
                            relevances[i],
                            urgencies[i],
                            spents[i],
                            valuations[i]));
        }
        ranked.sort(Contender::order);
        return ranked;
    }
}
