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
    /// Letters of the parts that are looked for one by one. That takes as long as ordering the
    /// suffixes where each part is nearly in the texts again and again, and less elsewhere.
    private static final int SEARCHED_ONE_BY_ONE = 1_024;

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
        if (inOrder != null) {
            return inOrder.anyBeginsWith(part.toCharArray());
        }
        searched += part.length();
        if (searched > SEARCHED_ONE_BY_ONE) {
            suffixes = Suffixes.of(texts);
        }
        return texts.stream().anyMatch(text -> text.contains(part));
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
            return new Suffixes(characters, ends, SuffixOrder.of(characters, ends));
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
