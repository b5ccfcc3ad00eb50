package io.interlude.aggregate.partial;

import static java.util.Objects.requireNonNull;

import java.util.function.BinaryOperator;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// Adds partial sums to the whole sum of their key, and forwards the new one.
///
/// @param <V> type of the sums
public final class SumProcessor<V extends SpecificRecord>
        implements Processor<String, SpecificRecord, String, V> {
    private final String storeName;
    private final Class<V> type;
    private final BinaryOperator<V> sum;
    private @Nullable ProcessorContext<String, V> context;
    private @Nullable KeyValueStore<String, V> store;

    public SumProcessor(String storeName, Class<V> type, BinaryOperator<V> sum) {
        this.storeName = storeName;
        this.type = type;
        this.sum = sum;
    }

    @Override
    public void init(ProcessorContext<String, V> context) {
        this.context = context;
        store = context.getStateStore(storeName);
    }

    @Override
    public void process(Record<String, SpecificRecord> record) {
        KeyValueStore<String, V> sums = requireNonNull(store, "not initialised");
        V partial = type.cast(record.value());
        V before = sums.get(record.key());
        V after = before == null ? partial : sum.apply(before, partial);
        sums.put(record.key(), after);
        requireNonNull(context, "not initialised").forward(record.withValue(after));
    }
}
