package io.interlude.aggregate.state;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/// A store's values with what records changed of them since the last commit. A value is encoded,
/// written, logged and forwarded once a commit, however often it changes. Used by one thread.
///
/// @param <K> type of the keys
/// @param <V> type of the values, which are never changed
public final class ChangedValues<K, V> {
    private final KeyValueStore<K, V> store;
    private final Map<K, V> keyToChanged = new LinkedHashMap<>();

    private ChangedValues(KeyValueStore<K, V> store) {
        this.store = store;
    }

    /// The values of a processor's store, which has a [PreCommitHook] beside it.
    ///
    /// @param context of the processor, which calls this in its `init`
    /// @param forwardedKey the key under which a value is forwarded
    public static <K, V, F> ChangedValues<K, V> of(
            ProcessorContext<F, V> context, String storeName, BiFunction<K, V, F> forwardedKey) {
        ChangedValues<K, V> values = new ChangedValues<>(context.getStateStore(storeName));
        PreCommitHook.act(context, storeName, () -> values.write(context, forwardedKey));
        return values;
    }

    /// Adds to the value of a key, or makes it the value if there is none.
    public void merge(K key, V added, BinaryOperator<V> sum) {
        V changed = keyToChanged.get(key);
        V before = changed == null ? store.get(key) : changed;
        keyToChanged.put(key, before == null ? added : sum.apply(before, added));
    }

    private <F> void write(ProcessorContext<F, V> context, BiFunction<K, V, F> forwardedKey) {
        long nowMillis = context.currentSystemTimeMs();
        keyToChanged.forEach((key, value) ->
                PreCommitHook.part(
                        key,
                        () -> {
                            F forwarded = forwardedKey.apply(key, value);
                            store.put(key, value);
                            context.forward(new Record<>(forwarded, value, nowMillis));
                        }));
        keyToChanged.clear();
    }
}
