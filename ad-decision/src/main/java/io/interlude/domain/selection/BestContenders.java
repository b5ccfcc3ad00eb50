package io.interlude.domain.selection;

import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.ActiveLineItems;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The best of many contenders: a heap with the worst of them on top, in arrays, since most of what
/// a contested decision costs would otherwise be objects that are thrown away. The heap holds their
/// slots, so that its moves leave everything else where it is. For one thread.
final class BestContenders {
    /// Most decisions have no more contenders.
    private static final int FEW = 16;

    private final int most;
    private int[] heap;
    private int[] numbers;
    private double[] ranks;
    private double[] relevances;
    private double[] urgencies;
    private @Nullable Spent[] spents;

    /// Null as long as no values are compared.
    private @Nullable Valuation @Nullable [] valuations;

    private int size;

    /// @param offers that there will be at most
    BestContenders(int offers) {
        most = Math.min(offers, SelectionOutcome.LARGEST_VERDICTS);
        int room = Math.min(most, FEW);
        heap = new int[room];
        numbers = new int[room];
        ranks = new double[room];
        relevances = new double[room];
        urgencies = new double[room];
        spents = new @Nullable Spent[room];
    }

    private void grow() {
        int room = Math.min(most, 4 * heap.length);
        heap = Arrays.copyOf(heap, room);
        numbers = Arrays.copyOf(numbers, room);
        ranks = Arrays.copyOf(ranks, room);
        relevances = Arrays.copyOf(relevances, room);
        urgencies = Arrays.copyOf(urgencies, room);
        spents = Arrays.copyOf(spents, room);
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
        if (size < most) {
            if (size == heap.length) {
                grow();
            }
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
        if (valuation != null) {
            @Nullable Valuation[] known = valuations;
            if (known == null) {
                known = new @Nullable Valuation[most];
                valuations = known;
            }
            known[slot] = valuation;
        }
    }

    /// Best first.
    List<Contender> ranked(ActiveLineItems items) {
        List<Contender> ranked = new ArrayList<>(size);
        @Nullable Valuation[] valued = valuations;
        for (int i = 0; i < size; i++) {
            ranked.add(
                    new Contender(
                            numbers[i],
                            items.item(numbers[i]),
                            ranks[i],
                            relevances[i],
                            urgencies[i],
                            spents[i],
                            valued == null ? null : valued[i]));
        }
        ranked.sort(Contender::order);
        return ranked;
    }
}
