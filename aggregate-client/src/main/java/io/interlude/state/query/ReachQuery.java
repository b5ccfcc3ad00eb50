package io.interlude.state.query;

import io.interlude.domain.identity.OrgId;
import io.interlude.schema.Granularity;
import io.interlude.schema.ReachCell;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Reads whom report cells reached, from every instance of the aggregator.
public interface ReachQuery {
    /// Gives the reach of the org's cells of the granularity that start in `[from, to)`, in no
    /// particular order and one at a time, so that nobody holds them all. What the taker throws
    /// ends the reading and completes the answer. Also completes exceptionally with
    /// [StateUnavailableException] when a partition cannot be read.
    CompletableFuture<Void> forEach(
            OrgId orgId,
            Granularity granularity,
            Instant from,
            Instant to,
            Consumer<? super ReachCell> taker);

    /// Like [#forEach], but a partition that cannot be read is left out. Answers with the number of
    /// those; completes exceptionally only when none can be read.
    default CompletableFuture<Integer> forEachReadableSketch(
            OrgId orgId,
            Granularity granularity,
            Instant from,
            Instant to,
            Consumer<? super ReachCell> taker) {
        return forEach(orgId, granularity, from, to, taker).thenApply(_ -> 0);
    }
}
