package io.interlude.aggregate.serving;

import io.interlude.state.wire.StoreGroup;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;

/// The brokers' view of the aggregator's group. Every answer has a deadline.
public interface GroupView {
    /// Behind the last record of each input that the group has applied and committed; absent for
    /// none.
    CompletableFuture<Map<TopicPartition, Long>> committed();

    /// Where logs end.
    CompletableFuture<Map<TopicPartition, LogEnd>> ends(Collection<TopicPartition> logs);

    /// The partitions of each store group that the coordinator has given to this process.
    CompletableFuture<Map<StoreGroup, Set<Integer>>> owned();

    /// The end of a log, read in this order.
    ///
    /// @param committed behind the last record of which it is decided whether it is committed
    /// @param written behind the last record; more than `committed` while a transaction is open
    record LogEnd(long committed, long written) {}
}
