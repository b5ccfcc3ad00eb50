package io.interlude.context.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WordReaderTest {
    private static Map<String, Float> read(WeightedText... parts) {
        Words words = Embedders.WORDS.read(List.of(parts));
        Map<String, Float> weights = new TreeMap<>();
        for (int i = 0; i < words.size(); i++) {
            weights.put(Embedders.VOCABULARY.text(words.token(i)), words.weight(i));
        }
        return weights;
    }

    @Test
    void rareWordsSayMoreThanCommonOnes() {
        Map<String, Float> words = read(new WeightedText("the marathon, is it on Sunday?", 1));

        assertThat(words.getOrDefault("marathon", 0f))
                .isGreaterThan(3 * words.getOrDefault("the", 0f));
        assertThat(words).doesNotContainKeys("?", ",");
    }

    @Test
    void aWordCountsOnceByItsHeaviestPart() {
        Map<String, Float> words =
                read(new WeightedText("hotel hotel hotel", 0.5), new WeightedText("hotel tax", 1));

        assertThat(words).isEqualTo(read(new WeightedText("hotel tax", 1)));
    }

    @Test
    void areAUnitVector() {
        double squares =
                read(new WeightedText("a cabin by the lake with a boat", 1)).values().stream()
                        .mapToDouble(weight -> weight * weight)
                        .sum();

        assertThat(squares).isCloseTo(1, within(1e-6));
    }

    @Test
    void skipPartsThatAreNoEnglish() {
        assertThat(
                        read(
                                new WeightedText("Ich suche ein Hotel in der Nähe", 1),
                                new WeightedText("", 1),
                                new WeightedText("weightless", 0)))
                .isEmpty();
    }
}
