package io.interlude.context.relevance;

import java.util.ArrayList;
import java.util.List;

/// Some line items side by side, so that their similarities to a conversation are worked out
/// together: their vectors are the columns of a matrix that is kept row by row, and the words are
/// kept with the line items that use them. Some 80 ns for a line item of five topics, where one at
/// a time takes about 500. Immutable.
public final class LineItemBlock {
    private final List<LineItemEmbedding> items;
    private final int dimensions;
    private final int columns;
    private final short[] matrix;
    private final WordPostings postings;

    private LineItemBlock(List<LineItemEmbedding> added) {
        this.dimensions = added.stream().mapToInt(LineItemEmbedding::dimensions).max().orElse(0);
        this.columns = added.stream().mapToInt(item -> item.topics() + 1).sum();
        this.matrix = new short[dimensions * columns];
        List<LineItemEmbedding> own = new ArrayList<>(added.size());
        int column = 0;
        for (LineItemEmbedding item : added) {
            own.add(item.copiedTo(matrix, columns, column));
            column += item.topics() + 1;
        }
        this.items = List.copyOf(own);
        this.postings = new WordPostings(items.stream().map(LineItemEmbedding::words).toList());
    }

    public static LineItemBlock of(List<LineItemEmbedding> items) {
        return new LineItemBlock(items);
    }

    /// The line items in order, with their vectors in this block alone.
    public List<LineItemEmbedding> items() {
        return items;
    }

    /// Whether these are its own [#items].
    public boolean holds(List<LineItemEmbedding> others) {
        if (items.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i) != others.get(i)) {
                return false;
            }
        }
        return true;
    }

    /// Cosine similarity of each line item to the conversation, -1 to 1, in order. Four fifths come
    /// from the meaning: 0.4 of that is the cosine to the best topic, 0.3 the one to the topics'
    /// middle and 0.3 the one to the copy; what the line item lacks counts for nothing. One fifth
    /// is the cosine of the words. 0 for a conversation without a reading.
    public float[] similarities(ContextEmbedding context) {
        float[] similarities = new float[items.size()];
        if (context.meaning().isNone() || dimensions == 0) {
            return similarities;
        }
        float[] products = products(context.meaning().toArray());
        int column = 0;
        for (int item = 0; item < similarities.length; item++) {
            int together = column + items.get(item).topics();
            float best = together > column ? products[column] : 0;
            for (column++; column < together; column++) {
                best = Math.max(best, products[column]);
            }
            similarities[item] = (best + products[together]) / LineItemEmbedding.ONE;
            column = together + 1;
        }
        postings.addTo(similarities, context.words(), (float) LineItemEmbedding.WORDS);
        for (int item = 0; item < similarities.length; item++) {
            similarities[item] = Math.clamp(similarities[item], -1f, 1f);
        }
        return similarities;
    }

    private float[] products(float[] meaning) {
        float[] sums = new float[columns];
        int length = Math.min(dimensions, meaning.length) & ~1;
        for (int row = 0; row < length; row += 2) {
            addRows(sums, row * columns, meaning[row], meaning[row + 1]);
        }
        return sums;
    }

    /// Two rows at a time, in a loop of its own, which the compiler turns into vector instructions.
    private void addRows(float[] sums, int from, float first, float second) {
        int next = from + columns;
        for (int i = 0; i < sums.length; i++) {
            sums[i] += first * matrix[from + i] + second * matrix[next + i];
        }
    }
}
