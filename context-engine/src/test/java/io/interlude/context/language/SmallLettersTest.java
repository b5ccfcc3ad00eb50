package io.interlude.context.language;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SmallLettersTest {
    /// With a case and without, of scripts whose words end elsewhere, and what stands in words.
    private static final int[] LETTERS =
            ("aBs\u00DF\u0130\u0131\u03A3\u03A3\u03A3\u03C3\u03C2\u0391\u0390\u1F88\u0421\u01C5"
                            + "\u02B0\u2167\u24B6\u4F60\u3042\u30AB\uAC00\u0E01\u05D0\u0627"
                            + "\u0301\u0345\u0903\u00AD1,.:'\u2019_- \n")
                    .codePoints()
                    .toArray();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void areThoseOfTheJdk(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 4_000; round++) {
            String text = text(random, random.nextInt(24), LETTERS.length);

            assertThat(SmallLetters.of(text))
                    .as("seed %d: %s", seed, text)
                    .isEqualTo(text.toLowerCase(Locale.ROOT));
        }
    }

    @Test
    void areOfEveryLetterThoseOfTheJdk() {
        for (int letter = 0; letter <= Character.MAX_CODE_POINT; letter++) {
            String text = "\u0130" + Character.toString(letter);

            assertThat(SmallLetters.of(text))
                    .as("U+%04X", letter)
                    .isEqualTo(text.toLowerCase(Locale.ROOT));
        }
    }

    private static String text(SplittableRandom random, int length, int letters) {
        return random.ints(length, 0, letters)
                .mapToObj(i -> Character.toString(LETTERS[i]))
                .collect(Collectors.joining());
    }

    /// The JDK copies a thousand million characters for the first, and looks at ten thousand
    /// million for each of the others.
    @ParameterizedTest
    @ValueSource(strings = {"\u0130", "\u03A3", "\u03A3\u0301", "\u03A31", "1", "\u0301"})
    @Timeout(20)
    void takeTimeAndMemoryInProportionToTheText(String part) {
        String text = part.repeat(100_000 / part.length()) + "\u03A3";
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        long before = threads.getCurrentThreadAllocatedBytes();
        long cpuBefore = threads.getCurrentThreadCpuTime();
        String small = SmallLetters.of(text);
        long cpu = threads.getCurrentThreadCpuTime() - cpuBefore;
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(small).hasSizeGreaterThanOrEqualTo(text.length());
        assertThat(bytes).isLessThan(8 << 20);
        assertThat(Duration.ofNanos(cpu)).isLessThan(Duration.ofSeconds(2));
    }
}
