package io.interlude.aggregate.query;

import io.interlude.aggregate.subscriber.SubscriberFrequencies;
import io.interlude.aggregate.topology.StoreNames;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.state.query.FrequencyQuery;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import org.apache.kafka.common.KafkaException;

/// Reads counters from the stores of this process, on the caller's thread: microseconds, no wait.
///
/// It reads the store itself and not through Streams' newer query interface, which in 4.3.1 can
/// deadlock with a writing task (KAFKA-19629).
public final class InProcessFrequencyQuery implements FrequencyQuery {
    private final StorePartitions stores;
    private final IntPredicate caughtUp;

    /// The query.
    ///
    /// @param caughtUp whether a partition has applied what the journal held at start
    public InProcessFrequencyQuery(StorePartitions stores, IntPredicate caughtUp) {
        this.stores = stores;
        this.caughtUp = caughtUp;
    }

    @Override
    public CompletableFuture<SubscriberCounters> counters(
            OrgId orgId, Subscriber subscriber, int partition) {
        if (!caughtUp.test(partition)) {
            return CompletableFuture.failedFuture(
                    new StateUnavailableException(
                            "partition %d is still being read".formatted(partition)));
        }
        try {
            return CompletableFuture.completedFuture(
                    SubscriberFrequencies.counters(
                            stores.open(StoreNames.SUBSCRIBER_FREQUENCIES, partition),
                            SubscriberFrequencies.key(orgId, subscriber)));
        } catch (KafkaException | IllegalStateException e) {
            return CompletableFuture.failedFuture(
                    new StateUnavailableException(
                            "partition %d is not open here".formatted(partition), e));
        }
    }
}
