package io.interlude.aggregate.partial;

import static java.util.Objects.requireNonNull;

import io.interlude.aggregate.reach.ReachCellCodec;
import io.interlude.aggregate.rollup.RollupCellCodec;
import io.interlude.aggregate.rollup.RollupKeys;
import io.interlude.aggregate.state.PreCommitHook;
import io.interlude.domain.reach.OpenReach;
import io.interlude.domain.reach.ReachSketch;
import io.interlude.domain.rollup.CellSpan;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// Adds whom a minute reached to the cells of its minute, hour and day. What comes between two
/// commits is added at once, because to pack a sketch costs as much for one subscriber as for many.
/// A subscriber whom a long span has reached already costs it no write once it is an estimate.
public final class ReachProcessor implements Processor<String, SpecificRecord, Void, Void> {
    /// The cells of some forty creatives, 12 MB.
    private static final int MOST_OPEN = 128;

    private final String storeName;
    private final OpenReach<Bytes> open = new OpenReach<>(MOST_OPEN);
    private final Map<Bytes, Part> keyToPart = new LinkedHashMap<>();
    private @Nullable KeyValueStore<Bytes, ReachCell> store;

    public ReachProcessor(String storeName) {
        this.storeName = storeName;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        // What is left of a task that was given up is read again.
        keyToPart.clear();
        store = context.getStateStore(storeName);
        PreCommitHook.act(context, storeName, this::write);
    }

    @Override
    public void process(Record<String, SpecificRecord> record) {
        ReachCell minute = PartialSums.of(record, ReachCell.class);
        ReachSketch reached = ReachSketch.of(minute.getSketch());
        Map<Bytes, Part> keyToAdded = new LinkedHashMap<>();
        for (CellSpan span : CellSpan.values()) {
            RollupCell cell = RollupCellCodec.widened(minute.getCell(), span);
            keyToAdded.put(RollupKeys.of(cell), new Part(cell, reached));
        }
        keyToAdded.forEach((key, part) -> keyToPart.merge(key, part, Part::plus));
    }

    private void write() {
        KeyValueStore<Bytes, ReachCell> cells = requireNonNull(store, "not initialised");
        keyToPart.forEach((key, part) -> PreCommitHook.part(key, () -> write(cells, key, part)));
        keyToPart.clear();
    }

    private void write(KeyValueStore<Bytes, ReachCell> cells, Bytes key, Part part) {
        ReachCell before = cells.get(key);
        ReachCell after =
                before == null
                        ? part.toCell()
                        : ReachCellCodec.sum(open, key, before, part.reached());
        if (!after.equals(before)) {
            cells.put(key, after);
        }
    }

    /// What is to be added to a cell.
    private record Part(RollupCell cell, ReachSketch reached) {
        Part plus(Part other) {
            return new Part(cell, reached.plus(other.reached));
        }

        ReachCell toCell() {
            return new ReachCell(cell, reached.toBytes());
        }
    }
}
