package io.interlude.domain.targeting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextSearchTest {
    /// Far more parts than are searched for one by one.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void findsWhatIsInsideOfAText(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 20; round++) {
            List<String> texts =
                    Stream.generate(() -> text(random, random.nextInt(3_000)))
                            .limit(random.nextInt(5))
                            .toList();
            TextSearch search = new TextSearch(texts);
            for (int i = 0; i < 300; i++) {
                String part = part(random, texts);

                assertThat(search.anyContains(part))
                        .as("seed %d: %s in %s", seed, part, texts)
                        .isEqualTo(texts.stream().anyMatch(text -> text.contains(part)));
            }
        }
    }

    /// Nearly in the text at each place of it, as long as a text and a value may be.
    @ParameterizedTest
    @ValueSource(strings = {"a", "ab", "aab"})
    @Timeout(20)
    void findsPartsOfATextThatRepeatsItself(String period) {
        String text = period.repeat(64 * 1_024 / period.length());
        TextSearch search = new TextSearch(List.of(text, text.substring(1)));
        for (int i = 0; i < 20_000; i++) {
            String part = text.substring(i % 3, 100 + i % 156);

            assertThat(search.anyContains(part)).isTrue();
            assertThat(search.anyContains(part + "b" + i)).isFalse();
        }
    }

    private static String part(SplittableRandom random, List<String> texts) {
        String joined = String.join("", texts);
        if (joined.isEmpty() || random.nextBoolean()) {
            return text(random, random.nextInt(14));
        }
        int start = random.nextInt(joined.length());
        int longest = random.nextInt(8) == 0 ? 2_000 : 20;
        String part = joined.substring(start, Math.min(joined.length(), start + longest));
        return random.nextInt(3) == 0 ? part + text(random, 1) : part;
    }

    private static String text(SplittableRandom random, int length) {
        return random.ints(length, 0, 3)
                .mapToObj(i -> List.of("a", "b", "\uFFFF").get(i))
                .collect(Collectors.joining());
    }
}
