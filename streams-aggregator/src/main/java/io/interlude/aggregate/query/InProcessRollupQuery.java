package io.interlude.aggregate.query;

import io.interlude.aggregate.topology.StoreNames;
import io.interlude.domain.identity.OrgId;
import io.interlude.schema.Granularity;
import io.interlude.schema.RollupCell;
import io.interlude.state.query.RollupQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/// Reads report cells from the stores of this process, one range scan a partition, on its own
/// thread.
public final class InProcessRollupQuery implements RollupQuery {
    private final CellScan<RollupCell> scan;
    private final Function<OrgId, Executor> orgToExecutor;

    /// @param orgToExecutor where the cells of an org are read
    public InProcessRollupQuery(
            StorePartitions stores, int partitionCount, Function<OrgId, Executor> orgToExecutor) {
        scan = new CellScan<>(stores, partitionCount, StoreNames.ROLLUP_CELLS);
        this.orgToExecutor = orgToExecutor;
    }

    @Override
    public CompletableFuture<List<RollupCell>> cells(
            OrgId orgId, Granularity granularity, Instant from, Instant to) {
        List<RollupCell> found = new ArrayList<>();
        return forEachCell(orgId, granularity, from, to, found::add).thenApply(_ -> found);
    }

    @Override
    public CompletableFuture<Void> forEachCell(
            OrgId orgId,
            Granularity granularity,
            Instant from,
            Instant to,
            Consumer<? super RollupCell> taker) {
        return forEachReadable(orgId, granularity, from, to, taker).thenAccept(_ -> {});
    }

    /// What cannot be read of one partition can be read of none.
    @Override
    public CompletableFuture<Integer> forEachReadable(
            OrgId orgId,
            Granularity granularity,
            Instant from,
            Instant to,
            Consumer<? super RollupCell> taker) {
        CompletableFuture<Integer> answer = new CompletableFuture<>();
        return answer.completeAsync(
                () -> {
                    scan.forEach(
                            orgId,
                            granularity,
                            from,
                            to,
                            cell -> {
                                if (answer.isDone()) {
                                    throw new CancellationException("nobody waits");
                                }
                                taker.accept(cell);
                            });
                    return 0;
                },
                orgToExecutor.apply(orgId));
    }
}
