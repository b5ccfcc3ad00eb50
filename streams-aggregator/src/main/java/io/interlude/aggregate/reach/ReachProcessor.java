package io.interlude.aggregate.reach;

import static java.util.Objects.requireNonNull;

import io.interlude.aggregate.rollup.RollupKeys;
import io.interlude.domain.reach.OpenReach;
import io.interlude.domain.rollup.CellSpan;
import io.interlude.schema.ReachCell;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// Adds whom a minute reached to the cells of its minute, hour and day. A subscriber whom a long
/// span has reached already costs it no write once it is an estimate.
public final class ReachProcessor implements Processor<String, SpecificRecord, Void, Void> {
    /// The cells of some forty creatives, 12 MB.
    private static final int MOST_OPEN = 128;

    private final String storeName;
    private final OpenReach<Bytes> open = new OpenReach<>(MOST_OPEN);
    private @Nullable KeyValueStore<Bytes, ReachCell> store;

    public ReachProcessor(String storeName) {
        this.storeName = storeName;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        store = context.getStateStore(storeName);
    }

    @Override
    public void process(Record<String, SpecificRecord> record) {
        KeyValueStore<Bytes, ReachCell> cells = requireNonNull(store, "not initialised");
        ReachCell minute = (ReachCell) record.value();
        for (CellSpan span : CellSpan.values()) {
            ReachCell partial = ReachCellCodec.widened(minute, span);
            Bytes key = RollupKeys.of(partial.getCell());
            ReachCell before = cells.get(key);
            ReachCell after =
                    before == null ? partial : ReachCellCodec.sum(open, key, before, partial);
            if (!after.equals(before)) {
                cells.put(key, after);
            }
        }
    }
}
