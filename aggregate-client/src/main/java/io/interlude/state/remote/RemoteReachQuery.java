package io.interlude.state.remote;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.schema.Granularity;
import io.interlude.schema.ReachCell;
import io.interlude.state.query.ReachQuery;
import io.interlude.state.wire.CellRange;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Reads whom report cells reached from the instances that own them.
final class RemoteReachQuery implements ReachQuery {
    private final RemoteCells<ReachCell> cells;
    private final StateMeters meters;

    RemoteReachQuery(RemoteCells<ReachCell> cells, StateMeters meters) {
        this.cells = cells;
        this.meters = meters;
    }

    @Override
    public CompletableFuture<Void> forEach(
            OrgId orgId,
            Granularity granularity,
            Instant from,
            Instant to,
            Consumer<? super ReachCell> taker) {
        return cells.forEach(new CellRange(orgId, granularity, from, to), false, taker)
                .thenAccept(missing -> {
                    if (missing > 0) {
                        throw new StateUnavailableException(missing + " partitions are missing");
                    }
                });
    }

    @Override
    public CompletableFuture<Integer> forEachReadableSketch(
            OrgId orgId,
            Granularity granularity,
            Instant from,
            Instant to,
            Consumer<? super ReachCell> taker) {
        return cells.forEach(new CellRange(orgId, granularity, from, to), true, taker)
                .thenApply(missing -> {
                    meters.missingPartitions.increment(missing);
                    return missing;
                });
    }
}
