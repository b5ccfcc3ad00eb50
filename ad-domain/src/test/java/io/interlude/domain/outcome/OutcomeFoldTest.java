package io.interlude.domain.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutcomeFoldTest {
    /// In any order, in any parts, the sum of what is kept is the same.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void orderAndPartsDoNotMatter(long seed) {
        Random random = new Random(seed);
        List<OutcomeCell> cells =
                new ArrayList<>(
                        IntStream.range(0, 200)
                                .mapToObj(_ ->
                                        new OutcomeCell(
                                                random.nextInt(14),
                                                random.nextInt(4),
                                                1,
                                                random.nextInt(2),
                                                random.nextInt(2),
                                                random.nextInt(2)))
                                .toList());
        List<OutcomeCell> inOrder = sum(cells);
        Collections.shuffle(cells, random);
        int cut = random.nextInt(cells.size());

        assertThat(sum(cells)).isEqualTo(inOrder);
        assertThat(
                        OutcomeFold.sum(
                                sum(cells.subList(0, cut)), sum(cells.subList(cut, cells.size()))))
                .isEqualTo(inOrder);
        assertThat(inOrder.stream().map(OutcomeCell::era).distinct().count())
                .isEqualTo(OutcomeFold.KEPT_ERAS);
    }

    private static List<OutcomeCell> sum(List<OutcomeCell> cells) {
        List<OutcomeCell> sum = List.of();
        for (OutcomeCell cell : cells) {
            sum = OutcomeFold.sum(sum, List.of(cell));
        }
        return sum;
    }

    @ParameterizedTest
    @CsvSource({
        "NaN, 0", "-0.3, 1", "0.19, 1", "0.2, 2", "0.34, 2", "0.35, 3", "0.5, 4", "0.65, 5", "1, 5"
    })
    void relevanceFallsIntoBands(double relevance, int band) {
        int slice = Slice.of(relevance, "pause");

        assertThat(Slice.bandOf(slice)).isEqualTo(band);
        assertThat(Slice.groupOf(slice)).isEqualTo(Slice.groupOf(Slice.of(Double.NaN, "pause")));
    }
}
