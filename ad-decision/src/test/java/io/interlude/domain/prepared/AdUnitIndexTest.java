package io.interlude.domain.prepared;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.targeting.Bits;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdUnitIndexTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void findsThoseThatNameACodeOrNone(long seed) {
        Random random = new Random(seed);
        List<Set<String>> itemToCodes =
                IntStream.range(0, 1 + random.nextInt(300)).mapToObj(_ -> codes(random)).toList();
        AdUnitIndex index = new AdUnitIndex(itemToCodes);

        IntStream.rangeClosed(0, 21)
                .mapToObj(AdUnitIndexTest::code)
                .forEach(code ->
                        assertThat(numbers(index.on(code)))
                                .as("seed %d, %s", seed, code)
                                .isEqualTo(
                                        IntStream.range(0, itemToCodes.size())
                                                .filter(number ->
                                                        itemToCodes.get(number).isEmpty()
                                                                || itemToCodes
                                                                        .get(number)
                                                                        .contains(code))
                                                .boxed()
                                                .toList()));
    }

    /// The first ones of 20 are named by many, the last ones by few.
    private static Set<String> codes(Random random) {
        Set<String> codes = new HashSet<>();
        for (int count = random.nextInt(4); count > 0; count--) {
            codes.add(code(random.nextInt(1 + random.nextInt(20))));
        }
        return codes;
    }

    private static String code(int number) {
        return "unit-" + number;
    }

    private static List<Integer> numbers(long[] set) {
        return IntStream.iterate(
                        Bits.next(set, 0), number -> number >= 0, n -> Bits.next(set, n + 1))
                .boxed()
                .toList();
    }

    /// A set for each code would take 5 GB.
    @Test
    void manyLineItemsOfManyCodesFitInMemory() {
        List<Set<String>> itemToCodes =
                IntStream.range(0, 200_000)
                        .mapToObj(number -> Collections.singleton(code(number)))
                        .toList();

        AdUnitIndex index = new AdUnitIndex(itemToCodes);

        assertThat(numbers(index.on(code(123_456)))).containsExactly(123_456);
    }
}
