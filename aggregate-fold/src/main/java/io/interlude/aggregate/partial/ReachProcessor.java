package io.interlude.aggregate.partial;

import static java.util.Objects.requireNonNull;

import io.interlude.aggregate.reach.GrowingReach;
import io.interlude.aggregate.rollup.RollupCellCodec;
import io.interlude.aggregate.rollup.RollupKeys;
import io.interlude.aggregate.state.PreCommitHook;
import io.interlude.aggregate.state.Turns;
import io.interlude.domain.reach.ReachSketch;
import io.interlude.domain.rollup.CellSpan;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/// Adds the reach of a minute to the cells of its minute, hour and day. The parts between two
/// commits are added at once, because to pack a sketch costs as much for one subscriber as for
/// many.
public final class ReachProcessor implements Processor<String, SpecificRecord, Void, Void> {
    private static final Duration SETTLING_INTERVAL = Duration.ofSeconds(5);

    private final String storeName;
    private final Map<Bytes, Part> keyToPart = new LinkedHashMap<>();
    private @Nullable GrowingReach reach;
    private @Nullable Turns turns;

    public ReachProcessor(String storeName) {
        this.storeName = storeName;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        // What is left of a task that was given up is read again.
        keyToPart.clear();
        GrowingReach growing = new GrowingReach(context.getStateStore(storeName));
        reach = growing;
        turns = new Turns(context, SETTLING_INTERVAL, growing::settle, growing::isGrowing);
        PreCommitHook.act(context, storeName, () -> write(context.currentSystemTimeMs()));
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

    private void write(long nowMillis) {
        GrowingReach cells = requireNonNull(reach, "not initialised");
        keyToPart.forEach((key, part) ->
                PreCommitHook.part(
                        key, () -> cells.add(key, part.cell(), part.reached(), nowMillis)));
        keyToPart.clear();
        if (cells.isGrowing()) {
            requireNonNull(turns, "not initialised").begin();
        }
    }

    /// An addition to a cell.
    private record Part(RollupCell cell, ReachSketch reached) {
        Part plus(Part other) {
            return new Part(cell, reached.plus(other.reached));
        }
    }
}
