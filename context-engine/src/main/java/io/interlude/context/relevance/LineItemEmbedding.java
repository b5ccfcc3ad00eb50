package io.interlude.context.relevance;

import io.interlude.context.embedding.Embedding;
import java.util.List;

/// Where a line item lies among the meanings: each of its topics, their middle, and its creatives'
/// texts. Immutable.
public record LineItemEmbedding(List<Embedding> topics, Embedding middle, Embedding copy) {
    /// A conversation need fit only one topic well, but a stray likeness to one topic should not
    /// carry a line item whose other words speak of something else.
    private static final double BEST_TOPIC = 0.4;

    private static final double MIDDLE = 0.3;
    private static final double COPY = 0.3;

    public LineItemEmbedding {
        topics = List.copyOf(topics);
    }

    /// Cosine similarity, -1 to 1: the mean of those to the best topic, the topics' middle and the
    /// copy. Parts that the line item lacks count for nothing. 0 for an unread conversation.
    public double similarity(Embedding conversation) {
        double sum = 0;
        double weight = 0;
        if (!middle.isNone()) {
            sum += BEST_TOPIC * best(conversation) + MIDDLE * middle.similarity(conversation);
            weight += BEST_TOPIC + MIDDLE;
        }
        if (!copy.isNone()) {
            sum += COPY * copy.similarity(conversation);
            weight += COPY;
        }
        return weight == 0 ? 0 : sum / weight;
    }

    private double best(Embedding conversation) {
        double best = -1;
        for (Embedding topic : topics) {
            best = Math.max(best, topic.similarity(conversation));
        }
        return best;
    }
}
