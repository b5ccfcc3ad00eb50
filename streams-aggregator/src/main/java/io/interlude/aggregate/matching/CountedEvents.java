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
/// An entry lives as long as its fetch: an event is known by its fetch and its id. A request that
/// served nothing is known by its time of receipt and its id, for a day: a second one is a copy of
/// the record, made by a retried write. A conversion without a fetch may be sent again, with the
/// same id and another time of receipt: it is known by its id alone, and a second entry with the
/// time tells when to forget it.
public final class CountedEvents {
    private static final byte OF_FETCH = 0;
    private static final byte WITHOUT_FETCH = 1;
    private static final byte CONVERSION = 2;
    private static final byte CONVERSION_BY_TIME = 3;
    private static final byte[] NOTHING = {};

    private final KeyValueStore<Bytes, byte[]> store;
    private final ExpiringKeys ofFetches;
    private final ExpiringKeys withoutFetch;
    private final ExpiringKeys conversions;

    public CountedEvents(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
        ofFetches = new ExpiringKeys(store, new byte[] {OF_FETCH});
        withoutFetch = new ExpiringKeys(store, new byte[] {WITHOUT_FETCH});
        conversions = new ExpiringKeys(store, new byte[] {CONVERSION_BY_TIME});
    }

    /// Key of an event of a fetch.
    static Bytes key(UUID fetch, String eventId) {
        return key(OF_FETCH, IdBytes.of(fetch), eventId);
    }

    /// Adds a conversion without a fetch, unless it is there.
    ///
    /// @return whether it was added
    public boolean addConversion(Instant receivedAt, String eventId) {
        Bytes key = key(CONVERSION, NOTHING, eventId);
        if (contains(key)) {
            return false;
        }
        add(key);
        add(key(CONVERSION_BY_TIME, IdBytes.startOf(receivedAt.toEpochMilli()), eventId));
        return true;
    }

    /// Key of a request that served nothing.
    public static Bytes key(Instant receivedAt, String eventId) {
        return key(WITHOUT_FETCH, IdBytes.startOf(receivedAt.toEpochMilli()), eventId);
    }

    public boolean contains(Bytes key) {
        return store.get(key) != null;
    }

    public void add(Bytes key) {
        store.put(key, NOTHING);
    }

    /// Forgets the events of fetches, and conversions without one, older than the one time and the
    /// rest older than the other, at most so many of each.
    public void expire(Instant fetchesBefore, Instant othersBefore, int entriesMax) {
        var _ = ofFetches.expire(fetchesBefore, entriesMax);
        var _ = withoutFetch.expire(othersBefore, entriesMax);
        for (Bytes expired : conversions.expire(fetchesBefore, entriesMax)) {
            store.delete(byId(expired.get()));
        }
    }

    private static Bytes byId(byte[] byTime) {
        int idBytes = byTime.length - 1 - IdBytes.UUID_BYTES;
        return Bytes.wrap(
                ByteBuffer.allocate(1 + idBytes)
                        .put(CONVERSION)
                        .put(byTime, 1 + IdBytes.UUID_BYTES, idBytes)
                        .array());
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
