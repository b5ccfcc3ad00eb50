package io.interlude.aggregate.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class KnownLagsTest {
    private static final TopicPartition FETCHES = new TopicPartition("ads.fetches", 0);
    private static final TopicPartition EVENTS = new TopicPartition("ads.events", 0);

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1_000);
    private final KnownLags lags = new KnownLags(clock::get);
    private final Map<TopicPartition, OptionalLong> partitionToLag = new HashMap<>();
    private final List<TopicPartition> asked = new ArrayList<>();

    private OptionalLong lag(TopicPartition partition) {
        return lags.of(
                partition,
                each -> {
                    asked.add(each);
                    return partitionToLag.getOrDefault(each, OptionalLong.empty());
                });
    }

    @Test
    void asksOnceForALagOfZeroUntilThePartitionIsReadOf() {
        partitionToLag.put(FETCHES, OptionalLong.of(0));
        partitionToLag.put(EVENTS, OptionalLong.of(0));

        assertThat(lag(FETCHES)).hasValue(0);
        assertThat(lag(FETCHES)).hasValue(0);
        assertThat(lag(EVENTS)).hasValue(0);
        assertThat(asked).containsExactly(FETCHES, EVENTS);

        partitionToLag.put(FETCHES, OptionalLong.of(7));
        lags.forget(List.of(FETCHES));
        assertThat(lag(FETCHES)).hasValue(7);
        assertThat(lag(EVENTS)).hasValue(0);
        assertThat(asked).containsExactly(FETCHES, EVENTS, FETCHES);
    }

    @Test
    void asksEachTimeForALagThatIsUnknownOrNotZero() {
        partitionToLag.put(EVENTS, OptionalLong.of(1));

        for (int time = 0; time < 3; time++) {
            assertThat(lag(FETCHES)).isEmpty();
            assertThat(lag(EVENTS)).hasValue(1);
        }

        assertThat(asked).hasSize(6);
    }

    @Test
    void asksForAllOfThemWhenAnyMayHaveChanged() {
        partitionToLag.put(FETCHES, OptionalLong.of(0));
        partitionToLag.put(EVENTS, OptionalLong.of(0));
        lag(FETCHES);
        lag(EVENTS);

        lags.forgetAll();
        lag(FETCHES);
        lag(EVENTS);

        assertThat(asked).containsExactly(FETCHES, EVENTS, FETCHES, EVENTS);
    }

    @Test
    void asksAgainAfterAWhile() {
        partitionToLag.put(FETCHES, OptionalLong.of(0));
        lag(FETCHES);
        partitionToLag.put(FETCHES, OptionalLong.of(3));

        clock.addAndGet(KnownLags.KEPT.toNanos() - 1);
        assertThat(lag(FETCHES)).hasValue(0);
        clock.incrementAndGet();
        assertThat(lag(FETCHES)).hasValue(3);
    }

    @Test
    void neverDiffersFromAConsumerThatChangesALagOnlyWhereItReads() {
        Random random = new Random(28);
        List<TopicPartition> partitions = new ArrayList<>();
        for (int number = 0; number < 12; number++) {
            partitions.add(new TopicPartition("ads.fetches", number));
        }
        for (int poll = 0; poll < 5_000; poll++) {
            TopicPartition read = partitions.get(random.nextInt(partitions.size()));
            partitionToLag.put(
                    read,
                    random.nextInt(9) == 0
                            ? OptionalLong.empty()
                            : OptionalLong.of(random.nextInt(3)));
            lags.forget(List.of(read));
            clock.addAndGet(random.nextLong(KnownLags.KEPT.toNanos() / 20));

            for (TopicPartition partition : partitions) {
                assertThat(lag(partition))
                        .isEqualTo(partitionToLag.getOrDefault(partition, OptionalLong.empty()));
            }
        }
        assertThat(asked).hasSizeLessThan(5_000 * partitions.size() * 9 / 10);
    }
}
