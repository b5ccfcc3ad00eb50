package io.interlude.state.remote;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.schema.Granularity;
import io.interlude.schema.RollupCell;
import io.interlude.state.query.CellsRead;
import io.interlude.state.query.RollupQuery;
import io.interlude.state.wire.CellRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Reads report cells from the instances that own them.
final class RemoteRollupQuery implements RollupQuery {
    private final RemoteCells<RollupCell> cells;
    private final StateMeters meters;

    RemoteRollupQuery(RemoteCells<RollupCell> cells, StateMeters meters) {
        this.cells = cells;
        this.meters = meters;
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
        return cells.forEach(new CellRange(orgId, granularity, from, to), false, taker)
                .thenAccept(missing -> {
                    if (missing > 0) {
                        throw new StateUnavailableException(missing + " partitions are missing");
                    }
                });
    }

    @Override
    public CompletableFuture<CellsRead> readableCells(
            OrgId orgId, Granularity granularity, Instant from, Instant to) {
        List<RollupCell> found = new ArrayList<>();
        return forEachReadable(orgId, granularity, from, to, found::add)
                .thenApply(missing -> new CellsRead(found, missing));
    }

    @Override
    public CompletableFuture<Integer> forEachReadable(
            OrgId orgId,
            Granularity granularity,
            Instant from,
            Instant to,
            Consumer<? super RollupCell> taker) {
        return cells.forEach(new CellRange(orgId, granularity, from, to), true, taker)
                .thenApply(missing -> {
                    meters.missingPartitions.increment(missing);
                    return missing;
                });
    }
}
