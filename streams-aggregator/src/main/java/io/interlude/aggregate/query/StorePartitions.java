package io.interlude.aggregate.query;

import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/// The stores of this process, partition by partition.
public interface StorePartitions {
    /// A view of one partition of a store that follows its owner: it fails with
    /// [org.apache.kafka.streams.errors.InvalidStateStoreException] whenever the partition is not
    /// running here.
    <K, V> ReadOnlyKeyValueStore<K, V> open(String storeName, int partition);

    /// The same with partitions that are not running but followed here, or being restored.
    default StorePartitions standbys() {
        return this;
    }
}
