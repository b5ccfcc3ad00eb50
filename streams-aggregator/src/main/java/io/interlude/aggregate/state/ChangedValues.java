package io.interlude.aggregate.state;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// A store's values with what records changed of them since the last commit. A value is encoded,
/// written and logged once a commit, however often it changes. Used by one thread.
///
/// @param <K> type of the keys
/// @param <V> type of the values; nobody changes one
public final class ChangedValues<K, V> {
    private final KeyValueStore<K, V> store;
    private final Map<K, V> keyToChanged = new LinkedHashMap<>();

    private ChangedValues(KeyValueStore<K, V> store) {
        this.store = store;
    }

    /// The values of a processor's store.
    ///
    /// @param context of the processor, which calls this in its `init`
    /// @param commitName the processor's [BeforeCommit]
    /// @param written is given each changed key with its new value, before the commit
    public static <K, V> ChangedValues<K, V> of(
            ProcessorContext<?, ?> context,
            String storeName,
            String commitName,
            BiConsumer<K, V> written) {
        ChangedValues<K, V> values = new ChangedValues<>(context.getStateStore(storeName));
        BeforeCommit commit = context.getStateStore(commitName);
        commit.act(context, () -> values.write(written));
        return values;
    }

    /// The value as of now, changed or not.
    public @Nullable V get(K key) {
        V changed = keyToChanged.get(key);
        return changed == null ? store.get(key) : changed;
    }

    public void put(K key, V value) {
        keyToChanged.put(key, value);
    }

    private void write(BiConsumer<K, V> written) {
        keyToChanged.forEach((key, value) -> {
            store.put(key, value);
            written.accept(key, value);
        });
        keyToChanged.clear();
    }
}
