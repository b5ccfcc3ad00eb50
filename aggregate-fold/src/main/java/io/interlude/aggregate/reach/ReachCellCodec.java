package io.interlude.aggregate.reach;

import io.interlude.aggregate.rollup.RollupCellCodec;
import io.interlude.domain.matching.Contribution;
import io.interlude.domain.reach.OpenReach;
import io.interlude.domain.reach.ReachSketch;
import io.interlude.schema.ReachCell;

/// Reach between Avro and the domain.
public final class ReachCellCodec {
    private static final String NO_CURRENCY = "";

    private ReachCellCodec() {}

    /// The contribution as reach of its minute.
    public static ReachCell toAvro(Contribution.ToReach contribution) {
        return new ReachCell(
                RollupCellCodec.minute(contribution.dimensions(), NO_CURRENCY, contribution.at()),
                contribution.reached().toBytes());
    }

    /// The first cell with the subscribers of both; the first itself if it has them all.
    public static ReachCell sum(ReachCell left, ReachCell right) {
        ReachSketch before = ReachSketch.of(left.getSketch());
        return changed(left, before, before.plus(ReachSketch.of(right.getSketch())));
    }

    /// The cell with these subscribers too, with sketches that stay open for the next time.
    public static <K> ReachCell sum(OpenReach<K> open, K key, ReachCell whole, ReachSketch part) {
        ReachSketch before = ReachSketch.of(whole.getSketch());
        return changed(whole, before, open.sum(key, before, part));
    }

    private static ReachCell changed(ReachCell cell, ReachSketch before, ReachSketch after) {
        return after.equals(before) ? cell : new ReachCell(cell.getCell(), after.toBytes());
    }
}
