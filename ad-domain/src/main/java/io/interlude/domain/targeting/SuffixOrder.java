package io.interlude.domain.targeting;

import java.util.Arrays;

/// Puts the suffixes of texts in order, first by their first character and then each time by twice
/// as many, from the order of before: so texts that repeat themselves take a few times as long as
/// others, not a thousand times (Manber and Myers, "Suffix Arrays", SIAM Journal on Computing,
/// 1993). For one thread.
final class SuffixOrder {
    private final int[] ends;

    /// Where suffixes begin, in their order so far.
    private final int[] starts;

    /// The same, in the order of what comes behind the characters that are ordered already.
    private final int[] next;

    /// Of each suffix, from 0. Those that are alike so far share one.
    private int[] ranks;

    private int[] spare;
    private int kinds;

    private SuffixOrder(char[] characters, int[] ends) {
        this.ends = ends;
        starts = new int[characters.length];
        next = new int[characters.length];
        ranks = new int[characters.length];
        spare = new int[characters.length];
        char[] letters = characters.clone();
        Arrays.sort(letters);
        for (char letter : letters) {
            if (kinds == 0 || letter != letters[kinds - 1]) {
                letters[kinds++] = letter;
            }
        }
        Arrays.setAll(ranks, i -> Arrays.binarySearch(letters, 0, kinds, characters[i]));
        Arrays.setAll(next, i -> i);
        sort();
    }

    /// Where the suffixes begin, in their order.
    ///
    /// @param ends of each suffix, by where it begins
    static int[] of(char[] characters, int[] ends) {
        SuffixOrder order = new SuffixOrder(characters, ends);
        int before = 0;
        for (int length = 1; before < order.kinds && order.kinds < ends.length; length *= 2) {
            before = order.kinds;
            order.orderByRest(length);
            order.sort();
            order.rank(length);
        }
        return order.starts;
    }

    /// Those that end there come first.
    private void orderByRest(int length) {
        int count = 0;
        for (int i = 0; i < ends.length; i++) {
            if (i + length >= ends[i]) {
                next[count++] = i;
            }
        }
        for (int start : starts) {
            int earlier = start - length;
            if (earlier >= 0 && ends[earlier] == ends[start]) {
                next[count++] = earlier;
            }
        }
    }

    /// By rank, and among equals as they come.
    private void sort() {
        int[] places = spare;
        Arrays.fill(places, 0);
        for (int rank : ranks) {
            places[rank]++;
        }
        int place = 0;
        for (int rank = 0; rank < kinds; rank++) {
            int count = places[rank];
            places[rank] = place;
            place += count;
        }
        for (int start : next) {
            starts[places[ranks[start]]++] = start;
        }
    }

    private void rank(int length) {
        int[] anew = spare;
        kinds = 0;
        for (int i = 0; i < starts.length; i++) {
            if (i == 0 || !alike(starts[i - 1], starts[i], length)) {
                kinds++;
            }
            anew[starts[i]] = kinds - 1;
        }
        spare = ranks;
        ranks = anew;
    }

    private boolean alike(int one, int other, int length) {
        return ranks[one] == ranks[other] && rest(one, length) == rest(other, length);
    }

    private int rest(int start, int length) {
        return start + length >= ends[start] ? -1 : ranks[start + length];
    }
}
