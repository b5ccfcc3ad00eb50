package io.interlude.domain.reach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReachSketchTest {
    @Test
    void nothingReachesNobody() {
        assertThat(ReachSketch.NONE.estimate()).isZero();
        assertThat(ReachSketch.of(7, 0)).isEqualTo(ReachSketch.NONE);
    }

    @Test
    void tellsWhetherItTakesAnybodyBack() {
        ReachSketch both = ReachSketch.of(7, 2).plus(ReachSketch.of(8, -1));

        assertThat(both.onlyAdds()).isFalse();
        assertThat(both.plus(ReachSketch.of(8, 2)).onlyAdds()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyUnionOfUpTo4096IsExact(long seed) {
        // given: ninety cells that share subscribers
        Random random = new Random(seed);
        long[] subscribers = random.longs(ReachSketch.EXACT_MAX).toArray();
        ReachSketch[] cells = new ReachSketch[90];
        Arrays.fill(cells, ReachSketch.NONE);
        for (long subscriber : subscribers) {
            int copies = 1 + random.nextInt(5);
            for (int copy = 0; copy < copies; copy++) {
                int cell = random.nextInt(cells.length);
                cells[cell] = cells[cell].plus(ReachSketch.of(subscriber, 1));
            }
        }

        // when
        ReachUnion union = new ReachUnion();
        for (ReachSketch cell : cells) {
            union.add(ReachSketch.of(cell.toBytes()));
        }

        // then
        assertThat(union.estimate()).isEqualTo(ReachSketch.EXACT_MAX);
        assertThat(union.sum().isExact()).isTrue();
    }

    @Test
    void oneMoreIsAnEstimate() {
        // given
        ReachSketch sketch = sketchOf(1, ReachSketch.EXACT_MAX);

        // when
        ReachSketch more = sketch.plus(ReachSketch.of(-1, 1));

        // then
        assertThat(sketch.isExact()).isTrue();
        assertThat(more.isExact()).isFalse();
        assertThat(more.estimate()).isCloseTo(ReachSketch.EXACT_MAX + 1L, withinPercentage(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {5_000, 20_000, 100_000, 1_000_000, 10_000_000})
    void estimatesAreWithinTwoPercent(int count) {
        // given: ten overlapping days
        ReachUnion union = new ReachUnion();
        int share = count / 10;

        // when
        for (int day = 0; day < 10; day++) {
            int from = Math.max(0, day * share - share / 2);
            union.add(ReachSketch.of(counter(from, (day + 1) * share).toBytes()));
        }

        // then
        assertThat(union.estimate()).isCloseTo((long) count, withinPercentage(2));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void sumsOfSmallCellsAreCountsInAnyOrder(long seed) {
        // given
        Random random = new Random(seed);
        Map<Long, Integer> hashToTimes = new HashMap<>();
        List<ReachSketch> parts = new ArrayList<>();
        for (int part = 0; part < 2_000; part++) {
            long hash = random.nextInt(300);
            int times = random.nextInt(-2, 5);
            hashToTimes.merge(hash, times, Integer::sum);
            parts.add(ReachSketch.of(hash, times));
        }
        Collections.shuffle(parts, random);

        // when
        ReachSketch sum = parts.stream().reduce(ReachSketch.NONE, ReachSketch::plus);

        // then
        long expected = hashToTimes.values().stream().filter(times -> times > 0).count();
        assertThat(sum.estimate()).isEqualTo(expected);
        assertThat(ReachSketch.of(sum.toBytes())).isEqualTo(sum);
    }

    @Test
    void aFetchThatIsTakenBackLeavesItsOtherFetches() {
        // given
        ReachSketch twice = ReachSketch.of(5, 2);

        // then
        assertThat(twice.plus(ReachSketch.of(5, -1)).estimate()).isOne();
        assertThat(twice.plus(ReachSketch.of(5, -2))).isEqualTo(ReachSketch.NONE);
    }

    @Test
    void aSubscriberThatIsKnownChangesNoEstimate() {
        // given
        ReachSketch many = sketchOf(1, 10_000);

        // when
        ReachSketch again = many.plus(sketchOf(1, 100));

        // then
        assertThat(again).isEqualTo(many);
    }

    @Test
    void isNeverLargerThan37Kilobytes() {
        assertThat(sketchOf(1, ReachSketch.EXACT_MAX).toBytes().remaining()).isLessThan(37_000);
        assertThat(counter(0, 5_000_000).toBytes().remaining()).isLessThan(24_000);
    }

    @Test
    void otherBytesAreNoSketch() {
        assertThatThrownBy(() -> ReachSketch.of(ByteBuffer.wrap(new byte[] {9, 0, 0, 0, 0})))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static ReachSketch sketchOf(long seed, int count) {
        return sketchOf(new SplittableRandom(seed).longs(count).toArray());
    }

    private static ReachSketch sketchOf(long... hashes) {
        if (hashes.length == 1) {
            return ReachSketch.of(hashes[0], 1);
        }
        int half = hashes.length / 2;
        return sketchOf(Arrays.copyOf(hashes, half))
                .plus(sketchOf(Arrays.copyOfRange(hashes, half, hashes.length)));
    }

    /// Of the hashes with these numbers.
    private static ReachSketch counter(int from, int to) {
        var counter = ReachSketch.NONE.toCounter();
        for (int number = from; number < to; number++) {
            counter.update(number * 0x9E3779B97F4A7C15L);
        }
        return ReachSketch.of(counter);
    }
}
