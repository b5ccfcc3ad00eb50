package io.interlude.fetch.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.state.query.FrequencyQuery;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CounterReaderTest {
    private static final int PARTITIONS = 3;

    private int readablePartitions;

    @Test
    void isReadyOnceEveryPartitionCanBeReadAndStaysSo() {
        // given
        CounterReader reader = reader();

        // when, then
        readablePartitions = PARTITIONS - 1;
        assertThat(reader.ready()).isFalse();
        readablePartitions = PARTITIONS;
        assertThat(reader.ready()).isTrue();
        readablePartitions = 0;
        assertThat(reader.ready()).isTrue();
    }

    private CounterReader reader() {
        FrequencyQuery query =
                (_, _, partition) ->
                        partition < readablePartitions
                                ? CompletableFuture.completedFuture(SubscriberCounters.NONE)
                                : CompletableFuture.failedFuture(
                                        new StateUnavailableException("the aggregator is away"));
        return new CounterReader(
                query, () -> PARTITIONS, Duration.ofMillis(50), new SimpleMeterRegistry());
    }
}
