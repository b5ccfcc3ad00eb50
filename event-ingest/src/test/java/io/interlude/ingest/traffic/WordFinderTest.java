package io.interlude.ingest.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WordFinderTest {
    @Test
    void findsAWordThatBeginsWithinAnother() {
        WordFinder finder = new WordFinder(List.of("abcd", "bce", "he", "she"));

        assertThat(finder.isIn("xabce")).isTrue();
        assertThat(finder.isIn("ushers")).isTrue();
        assertThat(finder.isIn("abc")).isFalse();
        assertThat(finder.isIn("")).isFalse();
        assertThat(finder.isIn("\u00fcbce\uffff")).isTrue();
    }

    @Test
    void refusesWordsItCannotKeep() {
        assertThatIllegalArgumentException().isThrownBy(() -> new WordFinder(List.of("")));
        assertThatIllegalArgumentException().isThrownBy(() -> new WordFinder(List.of("\u00fc")));
    }

    static LongStream seeds() {
        return LongStream.range(0, 50);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void findsWhatLookingForEachWordFinds(long seed) {
        Random random = new Random(seed);
        List<String> words =
                IntStream.range(0, 1 + random.nextInt(8))
                        .mapToObj(_ -> text(random, 1 + random.nextInt(5)))
                        .toList();
        WordFinder finder = new WordFinder(words);
        for (int i = 0; i < 200; i++) {
            String text = text(random, random.nextInt(12));
            assertThat(finder.isIn(text))
                    .as("%s in %s", words, text)
                    .isEqualTo(words.stream().anyMatch(text::contains));
        }
    }

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append("abc".charAt(random.nextInt(3)));
        }
        return text.toString();
    }
}
