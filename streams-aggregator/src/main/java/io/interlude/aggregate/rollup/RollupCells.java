package io.interlude.aggregate.rollup;

import io.interlude.domain.rollup.CellSpan;
import io.interlude.schema.RollupCell;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/// The report cells of one partition.
public final class RollupCells {
    private final KeyValueStore<Bytes, RollupCell> store;

    public RollupCells(KeyValueStore<Bytes, RollupCell> store) {
        this.store = store;
    }

    /// Adds a minute's partial sum to the cells of its minute, hour and day.
    ///
    /// @param changed is given each cell's new value and its key on topics
    public void add(RollupCell minute, BiConsumer<String, RollupCell> changed) {
        for (CellSpan span : CellSpan.values()) {
            RollupCell partial = RollupCellCodec.widened(minute, span);
            Bytes key = RollupKeys.of(partial);
            RollupCell before = store.get(key);
            RollupCell after = before == null ? partial : RollupCellCodec.sum(before, partial);
            store.put(key, after);
            changed.accept(RollupKeys.text(after), after);
        }
    }
}
