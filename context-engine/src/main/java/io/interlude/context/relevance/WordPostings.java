package io.interlude.context.relevance;

import io.interlude.context.embedding.Words;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// For each word the line items that use it. Immutable.
final class WordPostings {
    private final int[] tokens;
    private final int[] starts;
    private final int[] items;
    private final float[] weights;

    /// @param itemToWords the words of each line item, in order
    WordPostings(List<Words> itemToWords) {
        int[] all = itemToWords.stream().flatMapToInt(WordPostings::tokens).sorted().toArray();
        tokens = Arrays.stream(all).distinct().toArray();
        starts = starts(all, tokens);
        items = new int[all.length];
        weights = new float[all.length];
        int[] next = starts.clone();
        for (int item = 0; item < itemToWords.size(); item++) {
            Words words = itemToWords.get(item);
            for (int i = 0; i < words.size(); i++) {
                int place = next[Arrays.binarySearch(tokens, words.token(i))]++;
                items[place] = item;
                weights[place] = words.weight(i);
            }
        }
    }

    private static IntStream tokens(Words words) {
        return IntStream.range(0, words.size()).map(words::token);
    }

    /// Where each token's line items begin, and where the last one's end.
    private static int[] starts(int[] all, int[] tokens) {
        int[] starts = new int[tokens.length + 1];
        int token = 0;
        for (int i = 0; i < all.length; i++) {
            token += all[i] == tokens[token] ? 0 : 1;
            starts[token + 1] = i + 1;
        }
        return starts;
    }

    /// Adds to each line item the cosine of its words and the conversation's, times the share.
    void addTo(float[] similarities, Words context, float share) {
        for (int i = 0; i < context.size(); i++) {
            int token = Arrays.binarySearch(tokens, context.token(i));
            if (token >= 0) {
                float weight = share * context.weight(i);
                for (int place = starts[token]; place < starts[token + 1]; place++) {
                    similarities[items[place]] += weight * weights[place];
                }
            }
        }
    }
}
