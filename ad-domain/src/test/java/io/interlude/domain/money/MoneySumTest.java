package io.interlude.domain.money;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MoneySumTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void sumsAreExactInEveryOrder(long seed) {
        Random random = new Random(seed);
        List<Long> amounts = new ArrayList<>(List.of(Long.MAX_VALUE, Long.MIN_VALUE));
        for (int i = 0; i < 500; i++) {
            amounts.add(
                    random.nextInt(5) == 0
                            ? random.nextLong()
                            : random.nextLong() & Long.MAX_VALUE);
        }
        BigInteger exact =
                amounts.stream().map(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);

        MoneySum sum = sum(amounts);
        Collections.shuffle(amounts, random);

        assertThat(sum(amounts)).as("seed %s", seed).isEqualTo(sum);
        assertThat(new BigDecimal(sum.toDecimalString()).movePointRight(Money.MICROS_SCALE))
                .isEqualByComparingTo(new BigDecimal(exact));
        MoneySum rest = sum;
        for (long amount : amounts) {
            rest = rest.minus(MoneySum.of(amount));
        }
        assertThat(rest.isZero()).isTrue();
    }

    private static MoneySum sum(List<Long> amounts) {
        return amounts.stream().map(MoneySum::of).reduce(MoneySum.ZERO, MoneySum::plus);
    }
}
