package io.interlude.domain.rotation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngagementFoldTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void orderAndGroupingOfTheJournalDoNotMatter(long seed) {
        // given
        Random random = new Random(seed);
        List<CreativeEngagement> parts = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            RotationStamp stamp = new RotationStamp(random.nextInt(80), random.nextInt(1_000));
            int partition = random.nextInt(4);
            parts.add(CreativeEngagement.served(stamp, Map.of(partition, (long) i)));
            if (random.nextInt(5) == 0) {
                parts.add(CreativeEngagement.engaged(stamp));
            }
        }
        CreativeEngagement inOrder = sum(parts);

        // when
        Collections.shuffle(parts, random);
        int cut = random.nextInt(parts.size());
        CreativeEngagement shuffled =
                EngagementFold.sum(
                        sum(parts.subList(cut, parts.size())), sum(parts.subList(0, cut)));

        // then
        assertThat(shuffled).as("seed %d", seed).isEqualTo(inOrder);
        assertThat(shuffled.fetches()).isEqualTo(400);
        assertThat(shuffled.recent().epochs()).hasSize(CreativeEngagement.KEPT_EPOCHS);
    }

    @Test
    void newestEpochsAreKept() {
        List<CreativeEngagement> parts =
                LongStream.range(0, 40)
                        .mapToObj(i -> CreativeEngagement.served(new RotationStamp(i, i), Map.of()))
                        .toList();

        assertThat(sum(parts).recent().epochs())
                .extracting(EngagementEpoch::epoch)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(8, 39).map(i -> 47 - i).boxed().toList());
    }

    @Test
    void latestFetchesAndAppliedOffsetsWin() {
        CreativeEngagement sum =
                sum(
                        List.of(
                                CreativeEngagement.served(new RotationStamp(1, 9), Map.of(3, 8L)),
                                CreativeEngagement.served(new RotationStamp(1, 4), Map.of(3, 5L)),
                                CreativeEngagement.engaged(new RotationStamp(1, 4)),
                                CreativeEngagement.applied(Map.of(0, 2L))));

        assertThat(sum)
                .isEqualTo(
                        new CreativeEngagement(
                                1,
                                new Engagement(2, 9, 4, List.of(new EngagementEpoch(1, 2, 1))),
                                Map.of(0, 2L, 3, 8L)));
    }

    private static CreativeEngagement sum(List<CreativeEngagement> parts) {
        return parts.stream().reduce(CreativeEngagement.NONE, EngagementFold::sum);
    }
}
