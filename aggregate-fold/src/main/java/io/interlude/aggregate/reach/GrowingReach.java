package io.interlude.aggregate.reach;

import io.interlude.aggregate.state.PreCommitHook;
import io.interlude.domain.reach.OpenReach;
import io.interlude.domain.reach.ReachSketch;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// The reach of one partition's cells, of which the large ones grow by parts.
///
/// A sketch has up to 37 KB, and what a second adds to it some hundred bytes. With the whole
/// written each time, reach was most of what the aggregator wrote. So what is small beside its cell
/// is kept beside it, under a key of its own that follows the cell's. Whoever reads a span finds
/// both and adds them up, as it does with cells. A cell has a bounded number of parts, and none
/// once nothing was added for a while: then they are added to it. Parts that a process left when it
/// ended are added with the next of their cell. Used by one thread.
public final class GrowingReach {
    /// Kept beside one cell at most.
    static final int PARTS_MAX = 32;

    /// A part is a cell of its own; below this the whole costs hardly more.
    static final int SMALLEST_GROWING_BYTES = 2 << 10;

    /// After this time without another, parts are added to their cell.
    static final Duration SETTLED_AFTER = Duration.ofSeconds(10);

    private static final int LEAST_RATIO = 8;

    /// The sketches of some forty creatives, 12 MB.
    private static final int MOST_OPEN = 128;

    /// No dimension of a cell begins with it, so no cell's key goes on like this.
    private static final byte PART = 1;

    private final KeyValueStore<Bytes, ReachCell> store;
    private final OpenReach<Bytes> open = new OpenReach<>(MOST_OPEN);
    private final Map<Bytes, Growth> keyToGrowth = new HashMap<>();

    public GrowingReach(KeyValueStore<Bytes, ReachCell> store) {
        this.store = store;
    }

    /// Adds to a cell.
    public void add(Bytes key, RollupCell cell, ReachSketch part, long nowMillis) {
        Growth growth = keyToGrowth.get(key);
        if (growth == null) {
            ReachCell whole = store.get(key);
            if (whole == null || bytes(whole) < SMALLEST_GROWING_BYTES) {
                var _ = addTo(whole, key, cell, part);
                return;
            }
            growth = new Growth(bytes(whole), partsOf(key), nowMillis);
        }
        if (!cell.getCorrection() && growth.takes(part)) {
            store.put(partKey(key, growth.parts()), new ReachCell(cell, part.toBytes()));
            keyToGrowth.put(key, new Growth(growth.bytes(), growth.parts() + 1, nowMillis));
        } else {
            keyToGrowth.put(key, new Growth(merge(key, cell, part), 0, nowMillis));
        }
    }

    /// Adds the parts to the cells to which nothing was added for a while.
    public void settle(long nowMillis) {
        List<Bytes> settled = new ArrayList<>();
        keyToGrowth.forEach((key, growth) -> {
            if (growth.sinceMillis() + SETTLED_AFTER.toMillis() <= nowMillis) {
                settled.add(key);
            }
        });
        for (Bytes key : settled) {
            Growth growth = keyToGrowth.remove(key);
            if (growth != null && growth.parts() > 0) {
                PreCommitHook.part(key, () -> settle(key));
            }
        }
    }

    private void settle(Bytes key) {
        ReachCell cell = store.get(key);
        if (cell != null) {
            var _ = merge(key, cell.getCell(), ReachSketch.NONE);
        }
    }

    /// True if there is anything to [#settle].
    public boolean isGrowing() {
        return !keyToGrowth.isEmpty();
    }

    private int partsOf(Bytes key) {
        int parts = 0;
        try (KeyValueIterator<Bytes, ReachCell> found = parts(key)) {
            while (found.hasNext()) {
                parts = numberOf(found.next().key) + 1;
            }
        }
        return parts;
    }

    private ReachCell addTo(
            @Nullable ReachCell before, Bytes key, RollupCell cell, ReachSketch part) {
        ReachCell after =
                before == null
                        ? new ReachCell(cell, part.toBytes())
                        : ReachCellCodec.sum(open, key, before, part);
        if (!after.equals(before)) {
            store.put(key, after);
        }
        return after;
    }

    private static int bytes(ReachCell cell) {
        return cell.getSketch().remaining();
    }

    /// Adds a part to the cell, with those that are beside it: in this order, so that no concurrent
    /// reader misses any.
    ///
    /// @return bytes of the whole
    private int merge(Bytes key, RollupCell cell, ReachSketch part) {
        ReachSketch added = part;
        List<Bytes> beside = new ArrayList<>();
        try (KeyValueIterator<Bytes, ReachCell> found = parts(key)) {
            while (found.hasNext()) {
                KeyValue<Bytes, ReachCell> next = found.next();
                beside.add(next.key);
                if (next.value != null) {
                    added = added.plus(ReachSketch.of(next.value.getSketch()));
                }
            }
        }
        ReachCell after = addTo(store.get(key), key, cell, added);
        beside.forEach(store::delete);
        return bytes(after);
    }

    private KeyValueIterator<Bytes, ReachCell> parts(Bytes key) {
        return store.range(partKey(key, 0), partKey(key, PARTS_MAX));
    }

    private static Bytes partKey(Bytes key, int number) {
        return Bytes.wrap(
                ByteBuffer.allocate(key.get().length + 2)
                        .put(key.get())
                        .put(PART)
                        .put((byte) number)
                        .array());
    }

    private static int numberOf(Bytes partKey) {
        return partKey.get()[partKey.get().length - 1];
    }

    /// The growth of a cell.
    ///
    /// @param bytes of its sketch, without parts
    /// @param parts beside it
    /// @param sinceMillis time of the last addition to it
    private record Growth(int bytes, int parts, long sinceMillis) {
        boolean takes(ReachSketch part) {
            return parts < PARTS_MAX
                    && part.onlyAdds()
                    && (long) part.bytes() * LEAST_RATIO <= bytes;
        }
    }
}
