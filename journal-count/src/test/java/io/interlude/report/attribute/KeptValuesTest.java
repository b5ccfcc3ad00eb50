package io.interlude.report.attribute;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.report.rollup.AttributeQuery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeptValuesTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void keepsTheShortestWhicheverOrderTheyComeIn(long seed) {
        // given
        List<String> values =
                new ArrayList<>(IntStream.range(0, 200).mapToObj(i -> "v" + i).toList());
        values.add("");
        values.add("é");
        Collections.shuffle(values, new Random(seed));
        KeptValues kept = new KeptValues(101);

        // when
        values.forEach(kept::add);

        // then
        assertThat(values.stream().filter(value -> kept.label(value).equals(value)))
                .as("seed %d", seed)
                .hasSize(102)
                .contains("", "é", "v0", "v9", "v10", "v99")
                .doesNotContain("v100", "v199");
        assertThat(kept.label("v100")).isEqualTo(AttributeQuery.Cell.OTHER);
        assertThat(kept.label("w")).as("comes before v0 is left out").isEqualTo("w");
    }
}
