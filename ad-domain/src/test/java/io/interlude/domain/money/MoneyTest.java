package io.interlude.domain.money;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MoneyTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0.00",
        "1, 0.000001",
        "10, 0.00001",
        "8000, 0.008",
        "10000, 0.01",
        "100000, 0.10",
        "12500000, 12.50",
        "12000000, 12.00",
        "-1, -0.000001",
        "-500000, -0.50",
        "-1000000, -1.00",
        "-1000001, -1.000001",
        "9223372036854775807, 9223372036854.775807",
        "-9223372036854775808, -9223372036854.775808"
    })
    void saysMicrosAsADecimalWithTwoPlacesOrMore(long micros, String decimal) {
        assertThat(Money.decimalString(micros)).isEqualTo(decimal);
    }

    @Test
    void readsBackWhatItSays() {
        RandomGenerator random = new SplittableRandom(7);
        for (int i = 0; i < 10_000; i++) {
            long micros = random.nextLong() >> random.nextInt(Long.SIZE);

            String decimal = Money.decimalString(micros);

            assertThat(Money.of(new BigDecimal(decimal), "USD").amountMicros()).isEqualTo(micros);
            assertThat(decimal).matches("-?\\d+\\.\\d{2,6}").doesNotMatch(".*\\.\\d{2,5}0$");
        }
    }
}
