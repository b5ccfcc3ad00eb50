package io.interlude.aggregate.rollup;

import static java.util.Objects.requireNonNull;

import io.interlude.schema.RollupCell;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/// Adds partial sums to [RollupCells], and forwards the changed cells.
public final class RollupProcessor
        implements Processor<String, SpecificRecord, String, RollupCell> {
    private final String storeName;
    private @Nullable ProcessorContext<String, RollupCell> context;
    private @Nullable RollupCells cells;

    public RollupProcessor(String storeName) {
        this.storeName = storeName;
    }

    @Override
    public void init(ProcessorContext<String, RollupCell> context) {
        this.context = context;
        cells = new RollupCells(context.getStateStore(storeName));
    }

    @Override
    public void process(Record<String, SpecificRecord> record) {
        ProcessorContext<String, RollupCell> next = requireNonNull(context, "not initialised");
        requireNonNull(cells, "not initialised")
                .add(
                        (RollupCell) record.value(),
                        (key, cell) -> next.forward(new Record<>(key, cell, record.timestamp())));
    }
}
