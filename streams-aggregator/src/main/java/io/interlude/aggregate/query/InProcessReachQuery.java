package io.interlude.aggregate.query;

import io.interlude.aggregate.topology.StoreNames;
import io.interlude.domain.identity.OrgId;
import io.interlude.schema.Granularity;
import io.interlude.schema.ReachCell;
import io.interlude.state.query.ReachQuery;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/// Reads reach from the stores of this process, as [InProcessRollupQuery] reads cells.
public final class InProcessReachQuery implements ReachQuery {
    private final CellScan<ReachCell> scan;
    private final Function<OrgId, Executor> orgToExecutor;

    public InProcessReachQuery(
            StorePartitions stores, int partitionCount, Function<OrgId, Executor> orgToExecutor) {
        scan = new CellScan<>(stores, partitionCount, StoreNames.REACH_CELLS);
        this.orgToExecutor = orgToExecutor;
    }

    @Override
    public CompletableFuture<Void> forEach(
            OrgId orgId,
            Granularity granularity,
            Instant from,
            Instant to,
            Consumer<? super ReachCell> taker) {
        return CompletableFuture.runAsync(
                () -> scan.forEach(orgId, granularity, from, to, taker),
                orgToExecutor.apply(orgId));
    }
}
