package io.interlude.aggregate.query;

import io.interlude.aggregate.rollup.RollupKeys;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.schema.Granularity;
import java.time.Instant;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;

/// Reads a store that is keyed as report cells are, one range scan a partition.
///
/// @param <V> what is kept for a cell
public final class CellScan<V> {
    private final StorePartitions stores;
    private final int partitionCount;
    private final String storeName;

    public CellScan(StorePartitions stores, int partitionCount, String storeName) {
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
        for (int partition = 0; partition < partitionCount; partition++) {
            try (KeyValueIterator<Bytes, V> found = open(partition, orgId, granularity, from, to)) {
                while (found.hasNext()) {
                    V cell = found.next().value;
                    if (cell != null) {
                        taker.accept(cell);
                    }
                }
            } catch (KafkaException | IllegalStateException e) {
                throw new StateUnavailableException(
                        "partition %d is not open here".formatted(partition), e);
            }
        }
    }

    /// What one partition has of them. The end itself is no key of a cell, since no cell's key ends
    /// with its start.
    ///
    /// @throws org.apache.kafka.streams.errors.InvalidStateStoreException if the partition does not
    ///   run here, now or while it is read
    public KeyValueIterator<Bytes, V> open(
            int partition, OrgId orgId, Granularity granularity, Instant from, Instant to) {
        Bytes first = RollupKeys.startOf(orgId, granularity, from);
        Bytes end = RollupKeys.startOf(orgId, granularity, to);
        return stores.<Bytes, V>open(storeName, partition)
                .range(first, first.compareTo(end) < 0 ? end : first);
    }
}
