package io.interlude.aggregate.matching;

import io.interlude.aggregate.state.ExpiringKeys;
import io.interlude.aggregate.state.IdBytes;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.UUID;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/// Which events of one partition were counted, so that a repeated one is not counted again.
///
/// An entry lives as long as its fetch: an event is known by its fetch and its id. An event without
/// a fetch is known by its time of receipt and its id, for a day: it has no id of the client's
/// making, so a second one is a copy of the record, made by a retried write.
public final class CountedEvents {
    private static final byte OF_FETCH = 0;
    private static final byte WITHOUT_FETCH = 1;
    private static final byte[] NOTHING = {};

    private final KeyValueStore<Bytes, byte[]> store;
    private final ExpiringKeys ofFetches;
    private final ExpiringKeys withoutFetch;

    public CountedEvents(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
        ofFetches = new ExpiringKeys(store, new byte[] {OF_FETCH});
        withoutFetch = new ExpiringKeys(store, new byte[] {WITHOUT_FETCH});
    }

    /// Key of an event of a fetch.
    static Bytes key(UUID fetch, String eventId) {
        return key(OF_FETCH, IdBytes.of(fetch), eventId);
    }

    /// Key of an event without a fetch.
    public static Bytes key(Instant receivedAt, String eventId) {
        return key(WITHOUT_FETCH, IdBytes.startOf(receivedAt.toEpochMilli()), eventId);
    }

    public boolean contains(Bytes key) {
        return store.get(key) != null;
    }

    public void add(Bytes key) {
        store.put(key, NOTHING);
    }

    /// Forgets the events of fetches older than the one time and those without a fetch older than
    /// the other, at most so many of each.
    public void expire(Instant fetchesBefore, Instant othersBefore, int entriesMax) {
        ofFetches.expire(fetchesBefore, entriesMax);
        withoutFetch.expire(othersBefore, entriesMax);
    }

    private static Bytes key(byte kind, byte[] timeOrdered, String eventId) {
        byte[] id = IdBytes.ofText(eventId);
        return Bytes.wrap(
                ByteBuffer.allocate(1 + timeOrdered.length + id.length)
                        .put(kind)
                        .put(timeOrdered)
                        .put(id)
                        .array());
    }
}
