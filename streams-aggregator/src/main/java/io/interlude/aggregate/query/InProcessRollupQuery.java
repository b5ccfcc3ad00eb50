package io.interlude.aggregate.query;

import io.interlude.aggregate.journal.StoreNames;
import io.interlude.aggregate.rollup.RollupKeys;
import io.interlude.domain.identity.OrgId;
import io.interlude.kit.state.RollupQuery;
import io.interlude.kit.state.StateUnavailableException;
import io.interlude.schema.Granularity;
import io.interlude.schema.RollupCell;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;

/// Reads report cells from the stores of this process, one range scan a partition, on its own
/// thread.
public final class InProcessRollupQuery implements RollupQuery {
    private final StorePartitions stores;
    private final int partitionCount;
    private final Executor executor;

    public InProcessRollupQuery(StorePartitions stores, int partitionCount, Executor executor) {
        this.stores = stores;
        this.partitionCount = partitionCount;
        this.executor = executor;
    }

    @Override
    public CompletableFuture<List<RollupCell>> cells(
            OrgId orgId, Granularity granularity, Instant from, Instant to) {
        return CompletableFuture.supplyAsync(
                () -> {
                    Bytes first = RollupKeys.startOf(orgId, granularity, from);
                    Bytes end = RollupKeys.startOf(orgId, granularity, to);
                    List<RollupCell> cells = new ArrayList<>();
                    if (first.compareTo(end) < 0) {
                        for (int partition = 0; partition < partitionCount; partition++) {
                            addCells(partition, first, end, cells);
                        }
                    }
                    return cells;
                },
                executor);
    }

    /// The end itself is no key of a cell, since no cell's key ends with its start.
    private void addCells(int partition, Bytes first, Bytes end, List<RollupCell> cells) {
        try (KeyValueIterator<Bytes, RollupCell> found =
                stores.<Bytes, RollupCell>open(StoreNames.ROLLUP_CELLS, partition)
                        .range(first, end)) {
            while (found.hasNext()) {
                cells.add(found.next().value);
            }
        } catch (KafkaException | IllegalStateException e) {
            throw new StateUnavailableException(
                    "partition %d is not open here".formatted(partition), e);
        }
    }
}
