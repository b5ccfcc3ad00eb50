package io.interlude.aggregate.serving;

import io.interlude.aggregate.query.CellScan;
import io.interlude.aggregate.query.InProcessFrequencyQuery;
import io.interlude.aggregate.query.StorePartitions;
import io.interlude.aggregate.topology.StoreNames;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import io.interlude.state.query.FrequencyQuery;
import java.util.function.IntPredicate;

/// Everything that questions are answered from: each store as its owner has it, and as a standby.
record Stores(
        FrequencyQuery counters,
        FrequencyQuery standbyCounters,
        CellScan<RollupCell> rollups,
        CellScan<RollupCell> standbyRollups,
        CellScan<ReachCell> reach,
        CellScan<ReachCell> standbyReach) {
    static Stores of(StorePartitions stores, int partitions, IntPredicate caughtUp) {
        StorePartitions standbys = stores.standbys();
        return new Stores(
                new InProcessFrequencyQuery(stores, caughtUp),
                new InProcessFrequencyQuery(standbys, caughtUp),
                new CellScan<>(stores, partitions, StoreNames.ROLLUP_CELLS),
                new CellScan<>(standbys, partitions, StoreNames.ROLLUP_CELLS),
                new CellScan<>(stores, partitions, StoreNames.REACH_CELLS),
                new CellScan<>(standbys, partitions, StoreNames.REACH_CELLS));
    }
}
