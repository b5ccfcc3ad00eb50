package io.interlude.domain.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberBoundsTest {
    private static final int NUMBERS = 20_000;

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "-0.0, 0.0",
        "0e5, 0",
        "1e2, 100",
        "1E+20, 100000000000000000000",
        "1e21, 1E+21",
        "1.50, 1.50",
        "1e-7, 0.0000001",
        "0.30000000000000004, 0.30000000000000004",
        "1e-21, 0.000000000000000000001",
        "1e-22, 1E-22",
        "1.7976931348623157e308, 1.7976931348623157E+308",
        "5e-324, 5E-324",
        "1234567890123456789012345678901234, 1234567890123456789012345678901234",
    })
    void keepsNumbersAsTheyCame(String sent, String written) {
        assertThat(NumberBounds.text(NumberBounds.parse(sent).orElseThrow())).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.8e308",
                "1e309",
                "1e9999",
                "1e-400",
                "1e-324",
                "0e400",
                "1e99999999999",
                "-1e-99999999999",
                "12345678901234567890123456789012345",
                "0.10000000000000000000000000000000000",
            })
    void refusesWhatAReaderCouldNotHold(String sent) {
        assertThat(NumberBounds.allow(NumberBounds.read(sent))).isFalse();
        assertThat(NumberBounds.parse(sent)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "NaN", "Infinity", "-", "1e", "0x10", "1,5", "12 "})
    void takesNoOtherTextForANumber(String text) {
        assertThat(NumberBounds.parse(text)).isEmpty();
    }

    @Test
    void readsNumbersOfAnyLengthInBoundedTime() {
        String digits = "9".repeat(8_000_000);

        assertThat(NumberBounds.allow(NumberBounds.read(digits + ".5"))).isFalse();
        assertThat(NumberBounds.allow(NumberBounds.readInteger(digits))).isFalse();
        assertThat(NumberBounds.allow(new BigInteger("9".repeat(35)))).isFalse();
        assertThat(NumberBounds.allow(new BigInteger("9".repeat(34)))).isTrue();
    }

    @Test
    void writesWhatEarlierVersionsStoredWithoutExpandingIt() {
        assertThat(NumberBounds.text(NumberBounds.read("1e9999"))).isEqualTo("1E+9999");
        assertThat(NumberBounds.text(NumberBounds.read("-3.5e2147483600")))
                .isEqualTo("-3.5E+2147483600");
        assertThat(NumberBounds.text(NumberBounds.read("1" + "0".repeat(9_999)))).hasSize(10_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatIsAcceptedIsReadAgainAsTheSameNumberAndAccepted(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < NUMBERS; i++) {
            BigDecimal number = number(random);
            String written = NumberBounds.text(number);
            BigDecimal again = NumberBounds.read(written);

            assertThat(again).as("seed %s: %s", seed, number).isEqualByComparingTo(number);
            assertThat(NumberBounds.text(again)).isEqualTo(written);
            assertThat(NumberBounds.allow(again)).isEqualTo(NumberBounds.allow(number));
            assertThat(written.length())
                    .isLessThanOrEqualTo(Math.max(number.toString().length(), 24));
        }
    }

    /// Of any sign, up to 40 digits, at and around each bound.
    private static BigDecimal number(SplittableRandom random) {
        int digits = 1 + random.nextInt(40);
        StringBuilder unscaled = new StringBuilder(random.nextBoolean() ? "-" : "");
        for (int i = 0; i < digits; i++) {
            unscaled.append((char) ('0' + (random.nextInt(3) == 0 ? 0 : random.nextInt(10))));
        }
        int scale =
                switch (random.nextInt(4)) {
                    case 0 -> random.nextInt(-25, 25);
                    case 1 -> random.nextInt(-330, 400);
                    case 2 -> random.nextInt(-1_100, 1_100);
                    default -> 0;
                };
        return new BigDecimal(new BigInteger(unscaled.toString()), scale);
    }
}
