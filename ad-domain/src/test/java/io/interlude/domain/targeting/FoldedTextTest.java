package io.interlude.domain.targeting;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FoldedTextTest {
    @ParameterizedTest
    @CsvSource({
        "plain text 1, plain text 1",
        "Amsterdam, amsterdam",
        "STRASSE, strasse",
        "stra\u00DFe, strasse",
        "\u0130zmir, i\u0307zmir",
        "\u1E9E, \u00DF",
        "\u03A3\u03C3\u03C2, \u03C3\u03C3\u03C3",
        "\uD801\uDC00, \uD801\uDC28"
    })
    void hasNoCase(String text, String folded) {
        assertThat(FoldedText.of(text)).isEqualTo(folded);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "", "\u4F60\u597D", "pizza \u2615"})
    void isTheTextItselfWhereNothingChanges(String text) {
        assertThat(FoldedText.of(text)).isSameAs(text);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void isOfLongTextsWhatItIsOfTheirLetters(long seed) {
        String letters = "aB\u00DF\u0130\u0390\u03A3\u03C2\uD801\uDC00\uFB03 \u4F60";
        int[] points = letters.codePoints().toArray();
        SplittableRandom random = new SplittableRandom(seed);
        String text =
                random.ints(1_000, 0, points.length)
                        .mapToObj(i -> Character.toString(points[i]))
                        .collect(Collectors.joining());

        String each =
                text.codePoints()
                        .mapToObj(Character::toString)
                        .map(letter -> letter.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining());

        assertThat(FoldedText.of(text)).isEqualTo(each);
    }

    @Test
    void isOfEveryLetterWhatTheJdkMakesOfIt() {
        for (int letter = 0; letter <= Character.MAX_CODE_POINT; letter++) {
            String text = Character.toString(letter);
            String jdk =
                    text.toUpperCase(Locale.ROOT)
                            .toLowerCase(Locale.ROOT)
                            .replace('\u03C2', '\u03C3');

            assertThat(FoldedText.of(text)).as("U+%04X", letter).isEqualTo(jdk);
        }
    }

    /// The JDK alone allocates 4 GB for the first.
    @ParameterizedTest
    @ValueSource(strings = {"\u0390", "\u0130", "\uFB03", "\u00DF"})
    void takesMemoryInProportionToTheText(String letter) {
        String text = letter.repeat(32_000);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        String _ = FoldedText.of(text);

        long before = threads.getCurrentThreadAllocatedBytes();
        String folded = FoldedText.of(text);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(folded).startsWith(FoldedText.of(letter)).hasSizeGreaterThan(32_000);
        assertThat(bytes).isLessThan(32 << 20);
    }

    @Test
    void aWordIsPartOfALongerOne() {
        assertThat(FoldedText.of("\u039F\u0394\u039F\u03A3\u0391"))
                .contains(FoldedText.of("\u039F\u0394\u039F\u03A3"));
    }
}
