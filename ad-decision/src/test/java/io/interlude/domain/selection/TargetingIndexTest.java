package io.interlude.domain.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.targeting.Bits;
import io.interlude.domain.targeting.CompiledTargeting;
import io.interlude.domain.targeting.RequestAttributes;
import io.interlude.domain.targeting.Targeting;
import io.interlude.domain.targeting.TargetingIndex;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetingIndexTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void holdsWhatEachTreeHolds(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RandomTrees generator = new RandomTrees(random);
        List<Targeting> trees =
                IntStream.range(0, 300).mapToObj(_ -> generator.tree(random.nextInt(4))).toList();
        TargetingIndex index = TargetingIndex.of(trees);
        for (int request = 0; request < 100; request++) {
            RequestAttributes attributes = RequestAttributes.of(generator.attributes());
            long[] holding = Bits.all(trees.size());

            index.retain(attributes, holding);

            for (int tree = 0; tree < trees.size(); tree++) {
                assertThat(Bits.has(holding, tree))
                        .as("seed %d: %s of %s", seed, trees.get(tree), attributes.values())
                        .isEqualTo(CompiledTargeting.of(trees.get(tree)).holds(attributes));
            }
        }
    }
}
