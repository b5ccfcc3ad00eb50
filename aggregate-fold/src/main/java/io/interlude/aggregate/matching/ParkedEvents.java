package io.interlude.aggregate.matching;

import io.interlude.aggregate.state.IdBytes;
import io.interlude.aggregate.state.StateSerde;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.JournalEvent;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/// Events of one partition that came before their fetch did, or before the flow that it served was
/// read.
///
/// A fetch is in the journal before its id leaves the service, and its creative in the catalogue
/// before that, so this only happens because topics are read side by side, and the wait is short.
/// An event that waits longer belongs to a fetch that is forgotten. The wait is counted on the wall
/// clock from when this task first saw the event parked, and so again after a restart: then the
/// fetch may lie in what is still to be read.
public final class ParkedEvents {
    /// Parked events of a partition at most; beyond that the longest waiting gives up at once.
    static final int PARKED_MAX = 100_000;

    private static final int KEY_BYTES = IdBytes.UUID_BYTES + 1 + Long.BYTES;

    private final KeyValueStore<Bytes, SpecificRecord> store;
    private final long timeoutMillis;
    private final Deque<Waiting> longestWaitingFirst = new ArrayDeque<>();

    /// The events, with those that the store holds from an earlier run.
    public ParkedEvents(
            KeyValueStore<Bytes, SpecificRecord> store, Duration timeout, long nowMillis) {
        this.store = store;
        timeoutMillis = timeout.toMillis();
        try (KeyValueIterator<Bytes, SpecificRecord> parked = store.all()) {
            while (parked.hasNext()) {
                Bytes key = parked.next().key;
                if (key.get().length == KEY_BYTES) {
                    longestWaitingFirst.add(new Waiting(key, nowMillis));
                }
            }
        }
    }

    public static Serde<SpecificRecord> serde() {
        return StateSerde.of(
                List.of(
                        DeliveryRecorded.class,
                        ClickRecorded.class,
                        ConversionRecorded.class,
                        FlowEventRecorded.class,
                        CustomEventRecorded.class,
                        CorrectionRecorded.class,
                        FeedbackRecorded.class));
    }

    /// Parks an event until its fetch, or the flow of that, comes.
    public void park(UUID fetch, Parked parked, long nowMillis) {
        Bytes key =
                Bytes.wrap(
                        ByteBuffer.allocate(KEY_BYTES)
                                .put(IdBytes.of(fetch))
                                .put((byte) parked.topic())
                                .putLong(parked.offset())
                                .array());
        store.put(key, parked.event());
        longestWaitingFirst.add(new Waiting(key, nowMillis));
    }

    /// Takes out the events of a fetch.
    public List<Parked> take(UUID fetch) {
        if (longestWaitingFirst.isEmpty()) {
            return List.of();
        }
        List<KeyValue<Bytes, SpecificRecord>> parked = new ArrayList<>();
        try (KeyValueIterator<Bytes, SpecificRecord> events =
                store.range(first(fetch), last(fetch))) {
            events.forEachRemaining(parked::add);
        }
        parked.forEach(event -> store.delete(event.key));
        return parked.stream()
                .filter(event -> event.value != null && event.key.get().length == KEY_BYTES)
                .map(event -> Parked.of(event.key, event.value))
                .toList();
    }

    /// Whether events of the fetch are parked.
    public boolean holds(UUID fetch) {
        try (KeyValueIterator<Bytes, SpecificRecord> events =
                store.range(first(fetch), last(fetch))) {
            return events.hasNext();
        }
    }

    /// The fetches of the events that are parked.
    public Set<UUID> fetches() {
        return longestWaitingFirst.stream()
                .map(waiting -> IdBytes.uuid(waiting.key().get()))
                .collect(Collectors.toSet());
    }

    /// Whether none is parked, or was within the timeout.
    public boolean isEmpty() {
        return longestWaitingFirst.isEmpty();
    }

    /// Takes out the events that have waited too long.
    public void expire(long nowMillis, BiConsumer<UUID, JournalEvent> givenUp) {
        while (!longestWaitingFirst.isEmpty()
                && (longestWaitingFirst.size() > PARKED_MAX
                        || longestWaitingFirst.element().sinceMillis() + timeoutMillis
                                <= nowMillis)) {
            Bytes key = longestWaitingFirst.remove().key();
            SpecificRecord event = store.delete(key);
            if (event != null) {
                givenUp.accept(IdBytes.uuid(key.get()), (JournalEvent) event);
            }
        }
    }

    private static Bytes first(UUID fetch) {
        return Bytes.wrap(IdBytes.of(fetch));
    }

    private static Bytes last(UUID fetch) {
        byte[] key = new byte[KEY_BYTES];
        Arrays.fill(key, (byte) 0xFF);
        System.arraycopy(IdBytes.of(fetch), 0, key, 0, IdBytes.UUID_BYTES);
        return Bytes.wrap(key);
    }

    /// A parked event and its place in the journal.
    ///
    /// @param topic number of its topic; events of one topic are replayed in the order of offsets
    public record Parked(int topic, long offset, SpecificRecord event) {
        private static Parked of(Bytes key, SpecificRecord event) {
            ByteBuffer place = ByteBuffer.wrap(key.get()).position(IdBytes.UUID_BYTES);
            return new Parked(place.get(), place.getLong(), event);
        }
    }

    private record Waiting(Bytes key, long sinceMillis) {}
}
