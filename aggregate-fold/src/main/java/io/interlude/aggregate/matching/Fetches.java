package io.interlude.aggregate.matching;

import io.interlude.aggregate.state.ExpiringKeys;
import io.interlude.aggregate.state.IdBytes;
import io.interlude.schema.FetchState;
import java.time.Instant;
import java.util.UUID;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// The served fetches of one partition that events may still come for.
public final class Fetches {
    private static final byte[] NO_PREFIX = {};

    private final KeyValueStore<Bytes, FetchState> store;
    private final ExpiringKeys keys;

    public Fetches(KeyValueStore<Bytes, FetchState> store) {
        this.store = store;
        keys = new ExpiringKeys(store, NO_PREFIX);
    }

    public @Nullable FetchState get(UUID fetch) {
        return store.get(key(fetch));
    }

    public void put(UUID fetch, FetchState state) {
        store.put(key(fetch), state);
    }

    /// Forgets fetches made before the time, at most so many.
    public void expire(Instant before, int entriesMax) {
        var _ = keys.expire(before, entriesMax);
    }

    private static Bytes key(UUID fetch) {
        return Bytes.wrap(IdBytes.of(fetch));
    }
}
