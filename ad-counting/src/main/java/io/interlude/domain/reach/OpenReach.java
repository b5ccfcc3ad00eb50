package io.interlude.domain.reach;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.datasketches.cpc.CpcSketch;

/// Adds to the same sketches again and again: what [ReachSketch#plus] does, without unpacking an
/// estimate that was packed here just before.
///
/// Unpacking takes as long as packing, and 100 to 400 KB of memory that is garbage at once. A
/// sketch is used open only while the whole that it is asked for equals the one that was packed
/// from it, so whoever gets his wholes from elsewhere in the meantime gets the same sums. Used by
/// one thread.
///
/// @param <K> what a sketch is known by
public final class OpenReach<K> {
    private final int most;

    /// The one that was used last comes last.
    private final Map<K, Open> keyToOpen = new LinkedHashMap<>();

    /// @param most sketches that are kept open, about 100 KB each; at least 1
    public OpenReach(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("most is not positive: " + most);
        }
        this.most = most;
    }

    /// Both together; the whole itself if it has all of the part already and is an estimate.
    public ReachSketch sum(K key, ReachSketch whole, ReachSketch part) {
        if (whole.isExact() || !part.isExact()) {
            keyToOpen.remove(key);
            return whole.plus(part);
        }
        // Gone until it is packed: should that fail, nobody uses what is half added.
        Open open = keyToOpen.remove(key);
        CpcSketch counter =
                open != null && open.packed().equals(whole) ? open.counter() : whole.toCounter();
        ReachSketch sum = whole.updated(counter, part);
        keyToOpen.put(key, new Open(sum, counter));
        if (keyToOpen.size() > most) {
            keyToOpen.remove(keyToOpen.keySet().iterator().next());
        }
        return sum;
    }

    private record Open(ReachSketch packed, CpcSketch counter) {}
}
