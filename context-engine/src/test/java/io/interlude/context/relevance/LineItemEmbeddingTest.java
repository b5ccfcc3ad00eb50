package io.interlude.context.relevance;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.context.embedding.Embedders;
import io.interlude.context.embedding.Embedding;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineItemEmbeddingTest {
    private static final LineItemEmbedder LINE_ITEMS = new LineItemEmbedder(Embedders.STATIC);

    @Test
    void topicsWeighMoreThanCopy() {
        LineItemEmbedding byTopic = lineItem(List.of("garden tools"), "Made to last");
        LineItemEmbedding byCopy = lineItem(List.of("life insurance"), "Better garden tools");
        Embedding reading = Embedders.STATIC.embed("which spade is best for my garden?");

        assertThat(byTopic.similarity(reading)).isGreaterThan(byCopy.similarity(reading));
    }

    @Test
    void fitsByOneOfSeveralTopics() {
        LineItemEmbedding wide =
                lineItem(List.of("garden tools", "paint", "flooring"), "All for your home");
        LineItemEmbedding other = lineItem(List.of("flights", "hotels"), "Away we go");
        Embedding reading = Embedders.STATIC.embed("what colour of paint suits a small room?");

        assertThat(wide.similarity(reading)).isGreaterThan(other.similarity(reading) + 0.2);
    }

    @Test
    void isLikeNothingWhenEitherSideHasNoReading() {
        Embedding reading = Embedders.STATIC.embed("a hotel in Rome");

        assertThat(lineItem(List.of("hotels"), "").similarity(Embedding.NONE)).isZero();
        assertThat(lineItem(List.of(), "").similarity(reading)).isZero();
        assertThat(lineItem(List.of("ホテル"), "").similarity(reading)).isZero();
    }

    private static LineItemEmbedding lineItem(List<String> topics, String copy) {
        return LINE_ITEMS.embed(new LineItemTexts(topics, List.of(copy)));
    }
}
