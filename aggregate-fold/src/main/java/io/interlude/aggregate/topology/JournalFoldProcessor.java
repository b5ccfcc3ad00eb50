package io.interlude.aggregate.topology;

import static java.util.Objects.requireNonNull;

import io.interlude.aggregate.state.RunningStores;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/// The first stage: puts [JournalFold] into the topology.
final class JournalFoldProcessor
        implements Processor<String, JournalRecord, String, SpecificRecord> {
    private final FoldConfig config;
    private final FoldSources sources;
    private final FoldMetrics metrics;
    private final RunningStores running;
    private @Nullable JournalFold fold;
    private @Nullable Runnable whenClosed;

    JournalFoldProcessor(
            FoldConfig config, FoldSources sources, FoldMetrics metrics, RunningStores running) {
        this.config = config;
        this.sources = sources;
        this.metrics = metrics;
        this.running = running;
    }

    @Override
    public void init(ProcessorContext<String, SpecificRecord> context) {
        fold = new JournalFold(context, config, sources, metrics);
        fold.schedule();
        whenClosed = running.opened(context, StoreNames.SUBSCRIBER_FREQUENCIES);
    }

    @Override
    public void process(Record<String, JournalRecord> record) {
        requireNonNull(fold, "not initialised").fold(record);
    }

    @Override
    public void close() {
        Runnable ending = whenClosed;
        if (ending != null) {
            ending.run();
        }
    }
}
