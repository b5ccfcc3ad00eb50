package io.interlude.aggregate.state;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/// Stores that are written to in this process, for threads that read them at each request. Streams'
/// own way to them lists all tasks of all its threads at each read, which was 3 % of the processor
/// time of a fetch. A processor tells of its store when it begins and when it ends: in between its
/// partition runs here. Safe for use by many threads.
public final class RunningStores {
    private final Map<Place, ReadOnlyKeyValueStore<?, ?>> placeToStore = new ConcurrentHashMap<>();

    /// The store's partition runs from now on.
    ///
    /// @param context of a processor that has the store
    /// @return to be run when the processor ends
    public Runnable opened(ProcessorContext<?, ?> context, String storeName) {
        Place place = new Place(storeName, context.taskId().partition());
        ReadOnlyKeyValueStore<?, ?> store = context.getStateStore(storeName);
        placeToStore.put(place, store);
        return () -> placeToStore.remove(place, store);
    }

    /// A partition of a store, whose types the caller knows; null where it does not run here, or no
    /// processor tells of it.
    @SuppressWarnings("unchecked") // The store's name stands for its types.
    public <K, V> @Nullable ReadOnlyKeyValueStore<K, V> of(String storeName, int partition) {
        return (ReadOnlyKeyValueStore<K, V>) placeToStore.get(new Place(storeName, partition));
    }

    private record Place(String storeName, int partition) {}
}
