package io.interlude.state.query;

import io.interlude.domain.identity.OrgId;
import io.interlude.schema.Granularity;
import io.interlude.schema.RollupCell;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Reads report cells from every instance of the aggregator.
public interface RollupQuery {
    /// The org's cells of the granularity that start in `[from, to)`, in no particular order.
    /// Completes exceptionally with [StateUnavailableException] when a partition cannot be read.
    CompletableFuture<List<RollupCell>> cells(
            OrgId orgId, Granularity granularity, Instant from, Instant to);

    /// Like [#cells], but gives the cells one at a time, so that nobody holds them all. What the
    /// taker throws ends the reading and completes the answer.
    default CompletableFuture<Void> forEachCell(
            OrgId orgId,
            Granularity granularity,
            Instant from,
            Instant to,
            Consumer<? super RollupCell> taker) {
        return cells(orgId, granularity, from, to).thenAccept(found -> found.forEach(taker));
    }

    /// Like [#cells], but a partition that cannot be read is told and left out. Completes
    /// exceptionally only when none can be.
    default CompletableFuture<CellsRead> readableCells(
            OrgId orgId, Granularity granularity, Instant from, Instant to) {
        return cells(orgId, granularity, from, to).thenApply(cells -> new CellsRead(cells, 0));
    }

    /// Like [#readableCells], but gives the cells one at a time, so that nobody holds them all, and
    /// answers with the number of partitions that were left out. What the taker throws ends the
    /// reading and completes the answer; so does cancelling it, where the cells are of this
    /// process.
    default CompletableFuture<Integer> forEachReadable(
            OrgId orgId,
            Granularity granularity,
            Instant from,
            Instant to,
            Consumer<? super RollupCell> taker) {
        return readableCells(orgId, granularity, from, to)
                .thenApply(read -> {
                    read.cells().forEach(taker);
                    return read.missingPartitions();
                });
    }
}
