package io.interlude.aggregate.state;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/// Deletes the oldest entries of a store whose keys are a fixed prefix and then sort by time.
///
/// Each call deletes a bounded number, so that no call holds up its partition for long. It starts
/// behind the last key that it deleted, because a scan from the beginning would pass every deleted
/// key that the store has not compacted away. A key that is put in behind that place is found after
/// the next start.
public final class ExpiringKeys {
    private final KeyValueStore<Bytes, ?> store;
    private final byte[] prefix;
    private Bytes from;

    public ExpiringKeys(KeyValueStore<Bytes, ?> store, byte[] prefix) {
        this.store = store;
        this.prefix = prefix.clone();
        this.from = Bytes.wrap(this.prefix);
    }

    /// Deletes entries of before the time, oldest first, at most so many.
    ///
    /// @return their keys
    public List<Bytes> expire(Instant before, int entriesMax) {
        Bytes to = startOf(before);
        if (from.compareTo(to) >= 0) {
            return List.of();
        }
        List<Bytes> expired = new ArrayList<>();
        try (KeyValueIterator<Bytes, ?> entries = store.range(from, to)) {
            while (entries.hasNext() && expired.size() < entriesMax) {
                expired.add(entries.next().key);
            }
        }
        expired.forEach(store::delete);
        from = expired.isEmpty() ? from : expired.getLast();
        return expired;
    }

    private Bytes startOf(Instant time) {
        byte[] start = IdBytes.startOf(time.toEpochMilli());
        return Bytes.wrap(
                ByteBuffer.allocate(prefix.length + start.length).put(prefix).put(start).array());
    }
}
