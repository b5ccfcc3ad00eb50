package io.interlude.aggregate.partial;

import static java.util.Objects.requireNonNull;

import io.interlude.aggregate.rollup.RollupCellCodec;
import io.interlude.aggregate.rollup.RollupKeys;
import io.interlude.aggregate.state.ChangedValues;
import io.interlude.domain.rollup.CellSpan;
import io.interlude.schema.RollupCell;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/// Adds a minute's partial sums to the cells of its minute, hour and day, and forwards the changed
/// cells with each commit.
public final class RollupProcessor
        implements Processor<String, SpecificRecord, String, RollupCell> {
    private final String storeName;
    private @Nullable ChangedValues<Bytes, RollupCell> cells;

    public RollupProcessor(String storeName) {
        this.storeName = storeName;
    }

    @Override
    public void init(ProcessorContext<String, RollupCell> context) {
        cells = ChangedValues.of(context, storeName, (_, cell) -> RollupKeys.text(cell));
    }

    @Override
    public void process(Record<String, SpecificRecord> record) {
        ChangedValues<Bytes, RollupCell> open = requireNonNull(cells, "not initialised");
        RollupCell minute = PartialSums.of(record, RollupCell.class);
        Map<Bytes, RollupCell> keyToPartial = new LinkedHashMap<>();
        for (CellSpan span : CellSpan.values()) {
            RollupCell partial = RollupCellCodec.widened(minute, span);
            keyToPartial.put(RollupKeys.of(partial), partial);
        }
        keyToPartial.forEach((key, partial) -> open.merge(key, partial, RollupCellCodec::sum));
    }
}
