package io.interlude.context.relevance;

import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.Words;
import java.util.List;

/// The position of a line item: vectors whose products with a conversation's add up to its
/// similarity. One for each topic, of which the best counts, one for all of it together, and the
/// words it uses. Immutable.
///
/// Vectors are kept in 16 bits a number: a similarity is off by 0.00002 at most, in half the space.
/// They are columns of a matrix that is kept row by row: its own, or that of its [LineItemBlock].
public final class LineItemEmbedding {
    /// What a number of 1 is kept as.
    static final float ONE = Short.MAX_VALUE;

    /// Share of the words in a similarity; the meaning has the rest.
    static final double WORDS = 0.2;

    /// A conversation need fit only one topic well, but a stray likeness to one topic should not
    /// carry a line item whose other words speak of something else.
    private static final double BEST_TOPIC = 0.4;

    private static final double MIDDLE = 0.3;
    private static final double COPY = 0.3;

    private final short[] matrix;
    private final int columns;
    private final int firstColumn;
    private final int topics;
    private final int dimensions;
    private final Words words;

    private LineItemEmbedding(
            short[] matrix, int columns, int firstColumn, int topics, int dimensions, Words words) {
        this.matrix = matrix;
        this.columns = columns;
        this.firstColumn = firstColumn;
        this.topics = topics;
        this.dimensions = dimensions;
        this.words = words;
    }

    /// @param topics of those topics that have a reading
    /// @param copy [Embedding#NONE] without any; then the topics count for all
    static LineItemEmbedding of(List<Embedding> topics, Embedding copy, Words words) {
        double ofTopics = topics.isEmpty() ? 0 : BEST_TOPIC + MIDDLE;
        double ofCopy = copy.isNone() ? 0 : COPY;
        double scale = (1 - WORDS) / Math.max(ofTopics + ofCopy, COPY);
        Embedding middle = Embedding.middle(topics);
        int dimensions =
                Math.max(
                        copy.dimensions(),
                        topics.stream().mapToInt(Embedding::dimensions).max().orElse(0));
        int columns = topics.size() + 1;
        short[] matrix = new short[dimensions * columns];
        for (int row = 0; row < dimensions; row++) {
            int column = row * columns;
            for (Embedding topic : topics) {
                matrix[column] = rounded(BEST_TOPIC * scale * topic.value(row));
                column++;
            }
            matrix[column] =
                    rounded(
                            (middle.isNone() ? 0 : MIDDLE * scale * middle.value(row))
                                    + (copy.isNone() ? 0 : COPY * scale * copy.value(row)));
        }
        return new LineItemEmbedding(matrix, columns, 0, topics.size(), dimensions, words);
    }

    private static short rounded(double value) {
        return (short) Math.round(value * ONE);
    }

    /// The same with its vectors in a matrix of so many columns, from this one on.
    LineItemEmbedding copiedTo(short[] target, int targetColumns, int first) {
        for (int row = 0; row < dimensions; row++) {
            System.arraycopy(
                    matrix,
                    row * columns + firstColumn,
                    target,
                    row * targetColumns + first,
                    topics + 1);
        }
        return new LineItemEmbedding(target, targetColumns, first, topics, dimensions, words);
    }

    /// Length of the vectors; 0 when nothing of the line item has a reading.
    int dimensions() {
        return dimensions;
    }

    /// Number of topics that have a reading. Each has a column, and the topics' middle and the copy
    /// have the one after them.
    int topics() {
        return topics;
    }

    Words words() {
        return words;
    }
}
