package io.interlude.aggregate.matching;

import io.interlude.aggregate.state.ExpiringKeys;
import io.interlude.aggregate.state.IdBytes;
import io.interlude.aggregate.state.StateSerde;
import io.interlude.domain.matching.FetchEvent;
import io.interlude.schema.CountedEvent;
import io.interlude.schema.EventType;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// The counted events of one partition, so that a repeated one is not counted again.
///
/// An entry lives as long as its fetch: an event is known by its fetch and its id. A request that
/// served nothing is known by its time of receipt and its id, for a day: a second one is a copy of
/// the record, made by a retried write. A conversion without a fetch may be sent again, with the
/// same id and another time of receipt: it is known by its id alone, and a second entry with the
/// time tells when to forget it. Corrections of events without a fetch are known likewise.
///
/// Of an event of a fetch it is kept what it was and whether it was taken back. Entries of earlier
/// versions have nothing of that. A correction that comes first leaves an entry of its own, which
/// the event takes the place of.
public final class CountedEvents {
    private static final byte OF_FETCH = 0;
    private static final byte WITHOUT_FETCH = 1;
    private static final byte CONVERSION = 2;
    private static final byte CONVERSION_BY_TIME = 3;
    private static final byte CORRECTION = 4;
    private static final byte CORRECTION_BY_TIME = 5;
    private static final byte[] NOTHING = {};
    private static final String STORE = "counted-events";
    private static final Serde<CountedEvent> VALUES = StateSerde.of(List.of(CountedEvent.class));

    private final KeyValueStore<Bytes, byte[]> store;
    private final ExpiringKeys ofFetches;
    private final ExpiringKeys withoutFetch;
    private final ExpiringKeys conversions;
    private final ExpiringKeys corrections;
    private final JudgedEvents judged;
    private final MovedOrders movedOrders;

    public CountedEvents(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
        ofFetches = new ExpiringKeys(store, new byte[] {OF_FETCH});
        withoutFetch = new ExpiringKeys(store, new byte[] {WITHOUT_FETCH});
        conversions = new ExpiringKeys(store, new byte[] {CONVERSION_BY_TIME});
        corrections = new ExpiringKeys(store, new byte[] {CORRECTION_BY_TIME});
        judged = new JudgedEvents(store, this);
        movedOrders = new MovedOrders(store);
    }

    /// Those of them that conversions are judged by.
    JudgedEvents judged() {
        return judged;
    }

    /// The orders that count for other fetches.
    MovedOrders movedOrders() {
        return movedOrders;
    }

    /// Key of an event of a fetch.
    static Bytes key(UUID fetch, String eventId) {
        return key(OF_FETCH, IdBytes.of(fetch), eventId);
    }

    /// Adds a conversion without a fetch, unless it is there.
    ///
    /// @return true if it was added
    public boolean addConversion(Instant receivedAt, String eventId) {
        return addOnce(CONVERSION, CONVERSION_BY_TIME, receivedAt, eventId);
    }

    /// Adds the correction of an event without a fetch, unless it is there.
    ///
    /// @param eventId of the event that is taken back
    /// @return true if it was added
    public boolean addCorrection(Instant receivedAt, String eventId) {
        return addOnce(CORRECTION, CORRECTION_BY_TIME, receivedAt, eventId);
    }

    private boolean addOnce(byte byId, byte byTime, Instant receivedAt, String eventId) {
        Bytes key = key(byId, NOTHING, eventId);
        if (contains(key)) {
            return false;
        }
        add(key);
        add(key(byTime, IdBytes.startOf(receivedAt.toEpochMilli()), eventId));
        return true;
    }

    /// Adds an event of a fetch, with what is kept of it.
    void add(Bytes key, CountedEvent event) {
        store.put(key, encoded(event));
    }

    /// The state of an event of a fetch.
    Known known(Bytes key) {
        byte[] value = store.get(key);
        if (value == null) {
            return Known.NOTHING;
        }
        CountedEvent counted = decoded(value);
        return counted != null && counted.getEventType() == EventType.UNKNOWN
                ? Known.TAKEN_BACK
                : Known.EVENT;
    }

    /// Takes an event of a fetch back. One that is not known is so when it comes.
    ///
    /// @return true if that changes anything
    boolean takeBack(Bytes key, Instant at) {
        byte[] value = store.get(key);
        CountedEvent counted =
                value == null
                        ? CountedEvent.newBuilder()
                                .setEventType(EventType.UNKNOWN)
                                .setOccurredAt(at)
                                .setJournalOffset(-1)
                                .build()
                        : decoded(value);
        if (counted == null || counted.getTakenBack()) {
            return false;
        }
        counted.setTakenBack(true);
        add(key, counted);
        return true;
    }

    /// What is kept under the key of an event of a fetch; empty where nothing is.
    byte[] value(Bytes key) {
        byte[] value = store.get(key);
        return value == null ? NOTHING : value;
    }

    /// The events of a fetch that count somewhere, as far as their kinds are known, by their keys.
    Map<Bytes, io.interlude.domain.matching.CountedEvent> of(UUID fetch) {
        Map<Bytes, io.interlude.domain.matching.CountedEvent> keyToEvent = new LinkedHashMap<>();
        try (KeyValueIterator<Bytes, byte[]> found =
                store.range(key(fetch, ""), key(OF_FETCH, IdBytes.after(fetch), ""))) {
            while (found.hasNext()) {
                KeyValue<Bytes, byte[]> entry = found.next();
                io.interlude.domain.matching.CountedEvent event = event(entry.value);
                if (event != null) {
                    keyToEvent.put(entry.key, event);
                }
            }
        }
        return keyToEvent;
    }

    /// The event; null where it counts nowhere, or nothing is kept of it.
    static io.interlude.domain.matching.@Nullable CountedEvent event(byte[] value) {
        CountedEvent counted = decoded(value);
        FetchEvent event = counted == null ? null : CountedEventCodec.toDomain(counted);
        return counted == null || event == null
                ? null
                : new io.interlude.domain.matching.CountedEvent(
                        event, counted.getJournalOffset(), counted.getTakenBack());
    }

    static byte[] encoded(CountedEvent event) {
        return VALUES.serializer().serialize(STORE, event);
    }

    /// Null where nothing is kept of the event.
    static @Nullable CountedEvent decoded(byte[] value) {
        return value.length == 0 ? null : VALUES.deserializer().deserialize(STORE, value);
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
        judged.expire(fetchesBefore, entriesMax);
        movedOrders.expire(fetchesBefore, entriesMax);
        var _ = withoutFetch.expire(othersBefore, entriesMax);
        for (Bytes expired : conversions.expire(fetchesBefore, entriesMax)) {
            store.delete(byId(CONVERSION, expired.get()));
        }
        for (Bytes expired : corrections.expire(fetchesBefore, entriesMax)) {
            store.delete(byId(CORRECTION, expired.get()));
        }
    }

    private static Bytes byId(byte kind, byte[] byTime) {
        int idBytes = byTime.length - 1 - IdBytes.UUID_BYTES;
        return Bytes.wrap(
                ByteBuffer.allocate(1 + idBytes)
                        .put(kind)
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

    /// The state of an event of a fetch.
    enum Known {
        /// It did not come.
        NOTHING,
        /// It did not come, and a correction took it back.
        TAKEN_BACK,
        /// It came.
        EVENT
    }
}
