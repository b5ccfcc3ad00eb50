package io.interlude.aggregate.query;

import io.interlude.aggregate.rollup.RollupKeys;
import io.interlude.domain.identity.OrgId;
import io.interlude.kit.state.StateUnavailableException;
import io.interlude.schema.Granularity;
import java.time.Instant;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;

/// Reads a store that is keyed as report cells are, one range scan a partition.
///
/// @param <V> what is kept for a cell
final class CellScan<V> {
    private final StorePartitions stores;
    private final int partitionCount;
    private final String storeName;

    CellScan(StorePartitions stores, int partitionCount, String storeName) {
        this.stores = stores;
        this.partitionCount = partitionCount;
        this.storeName = storeName;
    }

    /// Gives what is kept of the org's cells that start in `[from, to)`.
    ///
    /// @throws StateUnavailableException if a partition does not run here
    void forEach(
            OrgId orgId,
            Granularity granularity,
            Instant from,
            Instant to,
            Consumer<? super V> taker) {
        Bytes first = RollupKeys.startOf(orgId, granularity, from);
        Bytes end = RollupKeys.startOf(orgId, granularity, to);
        if (first.compareTo(end) < 0) {
            for (int partition = 0; partition < partitionCount; partition++) {
                scan(partition, first, end, taker);
            }
        }
    }

    /// The end itself is no key of a cell, since no cell's key ends with its start.
    private void scan(int partition, Bytes first, Bytes end, Consumer<? super V> taker) {
        try (KeyValueIterator<Bytes, V> found =
                stores.<Bytes, V>open(storeName, partition).range(first, end)) {
            while (found.hasNext()) {
                taker.accept(found.next().value);
            }
        } catch (KafkaException | IllegalStateException e) {
            throw new StateUnavailableException(
                    "partition %d is not open here".formatted(partition), e);
        }
    }
}
