package io.interlude.aggregate.matching;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.interlude.aggregate.state.ExpiringKeys;
import io.interlude.aggregate.state.IdBytes;
import io.interlude.domain.matching.OrderKey;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/// The orders of fetches that count for other ones, beside [CountedEvents]. The state of a fetch is
/// written with every event, and they may be thousands.
///
/// The orders of a fetch are in as many entries as there are letters that a key begins with: each
/// so small that writing it anew costs little, and so few that reading them does.
final class MovedOrders {
    private static final byte KIND = 7;
    private static final int ORDER_BYTES = 22;
    private static final byte[] NOTHING = {};

    private final KeyValueStore<Bytes, byte[]> store;
    private final ExpiringKeys keys;

    /// @param store of the counted events
    MovedOrders(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
        keys = new ExpiringKeys(store, new byte[] {KIND});
    }

    /// The orders of the fetch.
    Set<OrderKey> of(UUID fetch) {
        Set<OrderKey> orders = new LinkedHashSet<>();
        try (KeyValueIterator<Bytes, byte[]> entries =
                store.range(key(fetch, (byte) 0), key(fetch, Byte.MAX_VALUE))) {
            entries.forEachRemaining(entry -> orders.addAll(orders(entry.value)));
        }
        return orders;
    }

    /// Adds an order of the fetch, or removes it.
    void set(UUID fetch, OrderKey order, boolean elsewhere) {
        byte[] bytes = order.value().getBytes(US_ASCII);
        Bytes key = key(fetch, bytes[0]);
        byte[] kept = store.get(key);
        Set<OrderKey> orders = orders(kept == null ? NOTHING : kept);
        boolean _ = elsewhere ? orders.add(order) : orders.remove(order);
        if (orders.isEmpty()) {
            store.delete(key);
            return;
        }
        ByteBuffer entry = ByteBuffer.allocate(ORDER_BYTES * orders.size());
        orders.forEach(each -> entry.put(each.value().getBytes(US_ASCII)));
        store.put(key, entry.array());
    }

    private static Set<OrderKey> orders(byte[] entry) {
        Set<OrderKey> orders = new LinkedHashSet<>();
        for (int at = 0; at < entry.length; at += ORDER_BYTES) {
            orders.add(new OrderKey(new String(entry, at, ORDER_BYTES, US_ASCII)));
        }
        return orders;
    }

    /// Forgets those of fetches made before the time, at most so many entries.
    void expire(Instant before, int entriesMax) {
        var _ = keys.expire(before, entriesMax);
    }

    /// @param letter the first of the orders' keys, in ASCII
    private static Bytes key(UUID fetch, byte letter) {
        return Bytes.wrap(
                ByteBuffer.allocate(1 + IdBytes.UUID_BYTES + 1)
                        .put(KIND)
                        .put(IdBytes.of(fetch))
                        .put(letter)
                        .array());
    }
}
