package io.interlude.aggregate.matching;

import io.interlude.aggregate.state.ExpiringKeys;
import io.interlude.aggregate.state.IdBytes;
import io.interlude.domain.matching.CountedFetch;
import io.interlude.domain.matching.FetchEvent;
import io.interlude.domain.matching.ServedFetch;
import io.interlude.schema.CountedEvent;
import io.interlude.schema.EventType;
import io.interlude.schema.FetchState;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/// The events that conversions of a fetch are judged by, taken back or not, beside [CountedEvents]:
/// without its other events, of which there are up to five thousand, and many in one entry of the
/// store, since reading an entry takes longer than what is done with an event.
///
/// An event goes into the last entry, or a new one. A fetch without entries, of which an earlier
/// version counted events, gets those of its counted events.
final class JudgedEvents {
    /// Events of an entry: so few that writing the last one anew costs little.
    static final int EVENTS_OF_ENTRY = 16;

    private static final byte KIND = 6;
    private static final int LAST_ENTRY = 0xFFFF;
    private static final byte[] NOTHING = {};

    private final KeyValueStore<Bytes, byte[]> store;
    private final CountedEvents countedEvents;
    private final ExpiringKeys keys;

    /// @param store of the counted events
    JudgedEvents(KeyValueStore<Bytes, byte[]> store, CountedEvents countedEvents) {
        this.store = store;
        this.countedEvents = countedEvents;
        keys = new ExpiringKeys(store, new byte[] {KIND});
    }

    /// The fetch with these events as if none was taken back.
    CountedFetch of(UUID fetch, ServedFetch served, FetchState state) {
        if (state.getJudgedClicks() == 0 && state.getJudgedConversions() == 0) {
            return new CountedFetch(served, List.of());
        }
        List<io.interlude.domain.matching.CountedEvent> events = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> entries =
                store.range(key(fetch, 0), key(fetch, LAST_ENTRY))) {
            entries.forEachRemaining(entry -> addAll(entry.value, events));
        }
        return new CountedFetch(served, events.isEmpty() ? adopted(fetch, served) : events);
    }

    private List<io.interlude.domain.matching.CountedEvent> adopted(
            UUID fetch, ServedFetch served) {
        List<io.interlude.domain.matching.CountedEvent> events =
                countedEvents.of(fetch).values().stream()
                        .filter(counted -> served.conversions().matters(counted.event()))
                        .toList();
        for (int place = 0; place < events.size(); place++) {
            FetchEvent event = events.get(place).event();
            EventType type =
                    event instanceof FetchEvent.Clicked ? EventType.click : EventType.conversion;
            add(fetch, place, CountedEventCodec.toAvro(type, event, events.get(place).order()));
        }
        return events;
    }

    /// Adds an event.
    ///
    /// @param place how many there are before it
    void add(UUID fetch, int place, CountedEvent event) {
        Bytes key = key(fetch, place / EVENTS_OF_ENTRY);
        byte[] kept = store.get(key);
        byte[] before = kept == null ? NOTHING : kept;
        byte[] added = CountedEvents.encoded(event);
        store.put(
                key,
                ByteBuffer.allocate(before.length + Integer.BYTES + added.length)
                        .put(before)
                        .putInt(added.length)
                        .put(added)
                        .array());
    }

    /// Forgets those of fetches made before the time, at most so many entries.
    void expire(Instant before, int entriesMax) {
        var _ = keys.expire(before, entriesMax);
    }

    private static void addAll(
            byte[] entry, List<io.interlude.domain.matching.CountedEvent> events) {
        ByteBuffer rest = ByteBuffer.wrap(entry);
        while (rest.hasRemaining()) {
            byte[] one = new byte[rest.getInt()];
            rest.get(one);
            CountedEvent counted = CountedEvents.decoded(one);
            FetchEvent event = counted == null ? null : CountedEventCodec.toDomain(counted);
            if (counted != null && event != null) {
                events.add(
                        new io.interlude.domain.matching.CountedEvent(
                                event, counted.getJournalOffset(), false));
            }
        }
    }

    private static Bytes key(UUID fetch, int entry) {
        return Bytes.wrap(
                ByteBuffer.allocate(1 + IdBytes.UUID_BYTES + Short.BYTES)
                        .put(KIND)
                        .put(IdBytes.of(fetch))
                        .putShort((short) entry)
                        .array());
    }
}
