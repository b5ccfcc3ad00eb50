package io.interlude.domain.targeting;

import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// Tells which of many parts are inside of texts, those of one attribute of a request. An org may
/// book tens of thousands of parts and a request bring 64 KiB of text, so after some parts the
/// suffixes of the texts are put in order: a further part is then looked up in steps that grow with
/// the logarithm of the text (Manber and Myers, "Suffix Arrays", SIAM Journal on Computing, 1993).
///
/// Not safe for use by many threads.
final class TextSearch {
    /// Ordering the suffixes takes as long as looking for a thousand usual parts, or for a hundred
    /// of the worst, of which each is nearly in the texts again and again.
    private static final int SEARCHED_ONE_BY_ONE = 64;

    /// Suffixes are in order by so many characters. No part is longer: 256 characters are booked,
    /// and without their case they become three times as many at most.
    private static final int ORDERED_CHARACTERS = 3 * 256;

    private final Collection<String> texts;
    private int searched;
    private @Nullable Suffixes suffixes;

    TextSearch(Collection<String> texts) {
        this.texts = texts;
    }

    boolean anyContains(String part) {
        if (part.isEmpty()) {
            return !texts.isEmpty();
        }
        Suffixes inOrder = suffixes;
        if (inOrder == null && ++searched > SEARCHED_ONE_BY_ONE) {
            inOrder = Suffixes.of(texts);
            suffixes = inOrder;
        }
        if (inOrder == null || part.length() > ORDERED_CHARACTERS) {
            return texts.stream().anyMatch(text -> text.contains(part));
        }
        return inOrder.anyBeginsWith(part.toCharArray());
    }

    /// The suffixes of texts in order, by where they begin. Immutable.
    private static final class Suffixes {
        private final char[] characters;
        private final int[] ends;
        private final int[] starts;

        private Suffixes(char[] characters, int[] ends, int[] starts) {
            this.characters = characters;
            this.ends = ends;
            this.starts = starts;
        }

        static Suffixes of(Collection<String> texts) {
            char[] characters = String.join("", texts).toCharArray();
            int[] ends = new int[characters.length];
            int start = 0;
            for (String text : texts) {
                Arrays.fill(ends, start, start + text.length(), start + text.length());
                start += text.length();
            }
            int[] starts = new int[characters.length];
            Suffixes unordered = new Suffixes(characters, ends, starts);
            Integer[] ordered = new Integer[characters.length];
            Arrays.setAll(ordered, i -> i);
            Arrays.sort(ordered, unordered::compare);
            Arrays.setAll(starts, i -> ordered[i]);
            return unordered;
        }

        private int compare(int one, int other) {
            return Arrays.compare(
                    characters,
                    one,
                    end(one, ORDERED_CHARACTERS),
                    characters,
                    other,
                    end(other, ORDERED_CHARACTERS));
        }

        private int end(int start, int length) {
            return Math.min(start + length, ends[start]);
        }

        boolean anyBeginsWith(char[] part) {
            int low = 0;
            int high = starts.length - 1;
            while (low <= high) {
                int middle = low + (high - low) / 2;
                int start = starts[middle];
                int order =
                        Arrays.compare(
                                characters, start, end(start, part.length), part, 0, part.length);
                if (order == 0) {
                    return true;
                }
                if (order < 0) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
            return false;
        }
    }
}
