package io.interlude.context.relevance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.interlude.context.embedding.Embedders;
import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.embedding.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LineItemEmbeddingTest {
    private static final LineItemEmbedder LINE_ITEMS =
            new LineItemEmbedder(Embedders.STATIC, Embedders.WORDS);

    private static LineItemEmbedding lineItem(List<String> topics, String copy) {
        return LINE_ITEMS.embed(new LineItemTexts(topics, List.of(copy)));
    }

    private static ContextEmbedding read(String text) {
        return new ContextEmbedding(
                Embedders.STATIC.embed(text),
                Embedders.WORDS.read(List.of(new WeightedText(text, 1))));
    }

    private static float similarity(LineItemEmbedding item, ContextEmbedding context) {
        return LineItemBlock.of(List.of(item)).similarities(context)[0];
    }

    @Test
    void topicsWeighMoreThanCopy() {
        LineItemEmbedding byTopic = lineItem(List.of("garden tools"), "Made to last");
        LineItemEmbedding byCopy = lineItem(List.of("life insurance"), "Better garden tools");
        ContextEmbedding reading = read("which spade is best for my garden?");

        assertThat(similarity(byTopic, reading)).isGreaterThan(similarity(byCopy, reading));
    }

    @Test
    void fitsByOneOfSeveralTopics() {
        LineItemEmbedding wide =
                lineItem(List.of("garden tools", "paint", "flooring"), "All for your home");
        LineItemEmbedding other = lineItem(List.of("flights", "hotels"), "Away we go");
        ContextEmbedding reading = read("what colour of paint suits a small room?");

        assertThat(similarity(wide, reading)).isGreaterThan(similarity(other, reading) + 0.2f);
    }

    @Test
    void theSameWordsCountBesideTheSameMeaning() {
        LineItemEmbedding named = lineItem(List.of("Toyota Corolla"), "");
        LineItemEmbedding near = lineItem(List.of("Honda Civic"), "");
        ContextEmbedding reading = read("how much is a used Toyota Corolla?");

        assertThat(similarity(named, reading)).isGreaterThan(similarity(near, reading) + 0.2f);
    }

    @Test
    void isOneForItsOwnTextAndTheMeanOfItsPartsOtherwise() {
        ContextEmbedding reading = read("garden tools");
        Embedding copy = Embedders.STATIC.embed("life insurance");
        Embedding topic = Embedders.STATIC.embed("paint");
        LineItemEmbedding wordless =
                LineItemEmbedding.of(List.of(reading.meaning(), topic), copy, Words.NONE);
        double middle =
                Embedding.middle(List.of(reading.meaning(), topic)).similarity(reading.meaning());
        double expected = 0.4 + 0.3 * middle + 0.3 * copy.similarity(reading.meaning());

        assertThat(similarity(lineItem(List.of("garden tools"), ""), reading))
                .isCloseTo(1, within(1e-3f));
        assertThat((double) similarity(wordless, reading)).isCloseTo(0.8 * expected, within(1e-3));
    }

    @Test
    void isLikeNothingWhenEitherSideHasNoReading() {
        ContextEmbedding reading = read("a hotel in Rome");

        assertThat(similarity(lineItem(List.of("hotels"), ""), read("ホテル"))).isZero();
        assertThat(similarity(lineItem(List.of(), ""), reading)).isZero();
        assertThat(similarity(lineItem(List.of("ホテル"), ""), reading)).isZero();
    }

    @Test
    void isTheSameAloneAndInABlock() {
        SplittableRandom draw = new SplittableRandom(5);
        List<LineItemEmbedding> items = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            List<String> topics = new ArrayList<>();
            for (int topic = draw.nextInt(4); topic > 0; topic--) {
                topics.add(drawn(draw));
            }
            items.add(lineItem(topics, draw.nextBoolean() ? drawn(draw) : ""));
        }
        LineItemBlock block = LineItemBlock.of(items);
        for (int i = 0; i < 20; i++) {
            ContextEmbedding reading = read(drawn(draw));
            float[] together = block.similarities(reading);
            for (int item = 0; item < items.size(); item++) {
                assertThat(together[item])
                        .isBetween(-1f, 1f)
                        .isCloseTo(similarity(items.get(item), reading), within(1e-5f));
            }
        }
    }

    private static String drawn(SplittableRandom draw) {
        StringBuilder text = new StringBuilder();
        for (int word = draw.nextInt(1, 8); word > 0; word--) {
            String token = Embedders.VOCABULARY.text(draw.nextInt(2_000, 20_000));
            text.append(token.startsWith("##") ? "" : token).append(' ');
        }
        return text.toString();
    }
}
