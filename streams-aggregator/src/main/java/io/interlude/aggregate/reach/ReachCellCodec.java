package io.interlude.aggregate.reach;

import io.interlude.aggregate.rollup.RollupCellCodec;
import io.interlude.domain.matching.Contribution;
import io.interlude.domain.reach.OpenReach;
import io.interlude.domain.reach.ReachSketch;
import io.interlude.domain.rollup.CellSpan;
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
        ReachSketch sum = before.plus(ReachSketch.of(right.getSketch()));
        return sum.equals(before) ? left : new ReachCell(left.getCell(), sum.toBytes());
    }

    /// The same, with sketches that stay open for the next time.
    static <K> ReachCell sum(OpenReach<K> open, K key, ReachCell whole, ReachCell part) {
        ReachSketch before = ReachSketch.of(whole.getSketch());
        ReachSketch sum = open.sum(key, before, ReachSketch.of(part.getSketch()));
        return sum.equals(before) ? whole : new ReachCell(whole.getCell(), sum.toBytes());
    }

    /// The reach of a longer span that a minute's reach adds to.
    static ReachCell widened(ReachCell minute, CellSpan span) {
        return new ReachCell(RollupCellCodec.widened(minute.getCell(), span), minute.getSketch());
    }
}
