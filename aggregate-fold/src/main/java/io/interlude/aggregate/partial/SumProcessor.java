package io.interlude.aggregate.partial;

import static java.util.Objects.requireNonNull;

import io.interlude.aggregate.state.ChangedValues;
import java.util.function.BinaryOperator;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/// Adds partial sums to the whole sum of their key, and forwards the new one with each commit.
///
/// @param <V> type of the sums
public final class SumProcessor<V extends SpecificRecord>
        implements Processor<String, SpecificRecord, String, V> {
    private final String storeName;
    private final Class<V> type;
    private final BinaryOperator<V> sum;
    private @Nullable ChangedValues<String, V> sums;

    public SumProcessor(String storeName, Class<V> type, BinaryOperator<V> sum) {
        this.storeName = storeName;
        this.type = type;
        this.sum = sum;
    }

    @Override
    public void init(ProcessorContext<String, V> context) {
        sums = ChangedValues.of(context, storeName, (key, _) -> key);
    }

    @Override
    public void process(Record<String, SpecificRecord> record) {
        requireNonNull(sums, "not initialised")
                .merge(record.key(), PartialSums.of(record, type), sum);
    }
}
