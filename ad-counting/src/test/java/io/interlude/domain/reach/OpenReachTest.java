package io.interlude.domain.reach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenReachTest {
    private static final int CELLS = 6;

    /// More cells than are kept open, parts of all sizes, takebacks, and now and then a whole that
    /// comes from elsewhere: that of before, as after an aborted transaction, or of another cell.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void sumsAreThoseOfTheSketchesThemselves(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        OpenReach<Integer> open = new OpenReach<>(CELLS / 2);
        List<ReachSketch> wholes = new ArrayList<>();
        for (int i = 0; i < CELLS; i++) {
            wholes.add(i == 0 ? ReachSketch.NONE : sketch(random, 4_000 * i));
        }
        List<ReachSketch> earlier = new ArrayList<>(wholes);

        for (int step = 0; step < 400; step++) {
            int cell = random.nextInt(CELLS);
            ReachSketch whole =
                    switch (random.nextInt(10)) {
                        case 0 -> earlier.get(cell);
                        case 1 -> wholes.get(random.nextInt(CELLS));
                        default -> wholes.get(cell);
                    };
            ReachSketch part =
                    random.nextInt(60) == 0
                            ? sketch(random, 5_000)
                            : sketch(random, 1 + random.nextInt(60));

            ReachSketch sum = open.sum(cell, whole, part);

            assertThat(sum).as("step %d, seed %d", step, seed).isEqualTo(whole.plus(part));
            earlier.set(cell, wholes.get(cell));
            wholes.set(cell, random.nextBoolean() ? sum : ReachSketch.of(sum.toBytes()));
        }
        assertThat(wholes.stream().filter(ReachSketch::isExact).count()).isLessThan(CELLS / 2);
    }

    @Test
    void aWholeThatHasThePartStaysItself() {
        SplittableRandom random = new SplittableRandom(5);
        ReachSketch whole = sketch(random, 10_000);
        ReachSketch part = ReachSketch.of(7, 1);
        OpenReach<String> open = new OpenReach<>(1);

        ReachSketch once = open.sum("cell", whole, part);

        assertThat(open.sum("cell", once, part)).isSameAs(once);
        assertThat(open.sum("cell", once, ReachSketch.of(9, -1))).isSameAs(once);
    }

    @Test
    void keepsAtLeastOne() {
        assertThatThrownBy(() -> new OpenReach<String>(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("most");
    }

    /// Many at once: halves are put together, so that each step merges two of a size.
    private static ReachSketch sketch(SplittableRandom random, int subscribers) {
        return subscribers <= 1
                ? ReachSketch.of(random.nextLong(1_000_000), subscribers)
                : sketch(random, subscribers / 2)
                        .plus(sketch(random, subscribers - subscribers / 2));
    }
}
