package io.interlude.domain.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpendFoldTest {
    @Test
    void daysAddUpAndTheLatestThreeStay() {
        LineItemSpend sum =
                SpendFold.sum(
                        spend(Map.of(1, 5L, 2, 9L), new DaySpend(10, 1, 2), new DaySpend(8, 3, 4)),
                        spend(
                                Map.of(1, 7L, 2, 8L),
                                new DaySpend(11, 1, 1),
                                new DaySpend(10, 5, 6),
                                new DaySpend(7, 9, 9)));

        assertThat(sum)
                .isEqualTo(
                        new LineItemSpend(
                                List.of(
                                        new DaySpend(11, 1, 1),
                                        new DaySpend(10, 6, 8),
                                        new DaySpend(8, 3, 4)),
                                19,
                                22,
                                Map.of(1, 7L, 2, 9L)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void orderAndGroupingDoNotMatter(long seed) {
        // given
        Random random = new Random(seed);
        List<LineItemSpend> parts = new ArrayList<>();
        for (int index = 0; index < 40; index++) {
            parts.add(
                    spend(
                            Map.of(random.nextInt(3), (long) random.nextInt(100)),
                            new DaySpend(random.nextInt(8), 1, random.nextInt(50))));
        }
        LineItemSpend expected = sum(parts);

        // when
        Collections.shuffle(parts, random);
        int middle = random.nextInt(parts.size());
        LineItemSpend regrouped =
                SpendFold.sum(
                        sum(parts.subList(0, middle)), sum(parts.subList(middle, parts.size())));

        // then
        assertThat(regrouped).isEqualTo(expected);
    }

    private static LineItemSpend sum(List<LineItemSpend> parts) {
        return parts.stream().reduce(LineItemSpend.NONE, SpendFold::sum);
    }

    private static LineItemSpend spend(Map<Integer, Long> applied, DaySpend... days) {
        long fetches = 0;
        long micros = 0;
        for (DaySpend day : days) {
            fetches += day.fetches();
            micros += day.spentMicros();
        }
        return new LineItemSpend(List.of(days), fetches, micros, applied);
    }
}
