package io.interlude.context.relevance;

import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.Words;
import java.util.ArrayList;
import java.util.List;

/// Where a line item lies: vectors whose products with a conversation's add up to its similarity.
/// One for each topic, of which the best counts, one for all of it together, and the words it uses.
/// Immutable.
///
/// Vectors are kept in 16 bits a number: a similarity is off by 0.00002 at most, in half the space.
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

    private final List<short[]> topics;
    private final short[] together;
    private final Words words;

    private LineItemEmbedding(List<short[]> topics, short[] together, Words words) {
        this.topics = List.copyOf(topics);
        this.together = together;
        this.words = words;
    }

    /// @param topics of those topics that have a reading
    /// @param copy [Embedding#NONE] without any; then the topics count for all
    static LineItemEmbedding of(List<Embedding> topics, Embedding copy, Words words) {
        double ofTopics = topics.isEmpty() ? 0 : BEST_TOPIC + MIDDLE;
        double ofCopy = copy.isNone() ? 0 : COPY;
        double scale = (1 - WORDS) / Math.max(ofTopics + ofCopy, COPY);
        List<short[]> scaledTopics = new ArrayList<>();
        for (Embedding topic : topics) {
            scaledTopics.add(rounded(topic.dimensions(), topic, BEST_TOPIC * scale, copy, 0));
        }
        Embedding middle = Embedding.middle(topics);
        int dimensions = Math.max(middle.dimensions(), copy.dimensions());
        return new LineItemEmbedding(
                scaledTopics,
                rounded(dimensions, middle, MIDDLE * scale, copy, COPY * scale),
                words);
    }

    private static short[] rounded(
            int dimensions, Embedding a, double ofA, Embedding b, double ofB) {
        short[] sum = new short[dimensions];
        for (int i = 0; i < dimensions; i++) {
            double value =
                    (a.isNone() ? 0 : ofA * a.value(i)) + (b.isNone() ? 0 : ofB * b.value(i));
            sum[i] = (short) Math.round(value * ONE);
        }
        return sum;
    }

    /// Length of the vectors; 0 when nothing of the line item has a reading.
    int dimensions() {
        return together.length;
    }

    /// One for each topic that has a reading.
    List<short[]> topics() {
        return topics;
    }

    /// The topics' middle and the copy.
    short[] together() {
        return together;
    }

    Words words() {
        return words;
    }
}
