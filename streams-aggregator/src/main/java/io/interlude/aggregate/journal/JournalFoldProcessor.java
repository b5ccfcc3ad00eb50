package io.interlude.aggregate.journal;

import static java.util.Objects.requireNonNull;

import io.interlude.aggregate.matching.ServedFlows;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/// The first stage: puts [JournalFold] into the topology.
final class JournalFoldProcessor
        implements Processor<String, JournalRecord, String, SpecificRecord> {
    private final FoldConfig config;
    private final ServedFlows flows;
    private final FoldMetrics metrics;
    private @Nullable JournalFold fold;

    JournalFoldProcessor(FoldConfig config, ServedFlows flows, FoldMetrics metrics) {
        this.config = config;
        this.flows = flows;
        this.metrics = metrics;
    }

    @Override
    public void init(ProcessorContext<String, SpecificRecord> context) {
        fold = new JournalFold(context, config, flows, metrics);
        fold.schedule();
    }

    @Override
    public void process(Record<String, JournalRecord> record) {
        requireNonNull(fold, "not initialised").fold(record);
    }
}
