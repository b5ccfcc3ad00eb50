package io.interlude.domain.selection;

import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.ActiveLineItems;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The best of many contenders: a heap with the worst of them on top, in arrays, since most of what
/// a contested decision costs would otherwise be objects that are thrown away. The heap holds their
/// slots, so that its moves leave everything else where it is. For one thread.
final class BestContenders {
    private final int[] heap;
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
        heap = new int[most];
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
        if (size < heap.length) {
            put(size, number, rank, relevance, urgency);
            owe(size, spent, valuation);
            rise(size++);
        } else if (Contender.compare(rank, urgency, ranks[heap[0]], urgencies[heap[0]]) < 0) {
            put(heap[0], number, rank, relevance, urgency);
            owe(heap[0], spent, valuation);
            sink(heap[0]);
        }
    }

    /// From the end of the heap to where its parent is worse.
    private void rise(int slot) {
        int place = slot;
        while (place > 0 && isWorse(slot, heap[(place - 1) / 2])) {
            heap[place] = heap[(place - 1) / 2];
            place = (place - 1) / 2;
        }
        heap[place] = slot;
    }

    /// From the top of the heap to where its children are better.
    private void sink(int slot) {
        int place = 0;
        for (int child = worseChild(0); child > 0; child = worseChild(place)) {
            if (isWorse(slot, heap[child])) {
                break;
            }
            heap[place] = heap[child];
            place = child;
        }
        heap[place] = slot;
    }

    /// The worse of two children, 0 for none.
    private int worseChild(int place) {
        int left = 2 * place + 1;
        int right = left + 1;
        if (left >= size) {
            return 0;
        }
        return right < size && isWorse(heap[right], heap[left]) ? right : left;
    }

    private boolean isWorse(int slot, int other) {
        int order = Contender.compare(ranks[slot], urgencies[slot], ranks[other], urgencies[other]);
        return order == 0 ? numbers[slot] > numbers[other] : order > 0;
    }

    private void put(int slot, int number, double rank, double relevance, double urgency) {
        numbers[slot] = number;
        ranks[slot] = rank;
        relevances[slot] = relevance;
        urgencies[slot] = urgency;
    }

    private void owe(int slot, @Nullable Spent spent, @Nullable Valuation valuation) {
        spents[slot] = spent;
        valuations[slot] = valuation;
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
