package io.interlude.domain.reach;

import org.apache.datasketches.cpc.CpcUnion;
import org.jspecify.annotations.Nullable;

/// Merges many sketches: those of a report's cells. Used by one thread at a time.
///
/// While it merges estimates it is open and takes 256 KB; [#pack] closes it.
public final class ReachUnion {
    private ReachSketch packed = ReachSketch.NONE;

    /// Null unless open; then nothing is packed.
    private @Nullable CpcUnion counters;

    public void add(ReachSketch sketch) {
        CpcUnion union = counters;
        if (union != null) {
            union.update(sketch.toCounter());
        } else if (packed.bytes() == 0 || (packed.isExact() && sketch.isExact())) {
            packed = packed.plus(sketch);
        } else {
            open().update(sketch.toCounter());
        }
    }

    /// How many subscribers are in any of the sketches. See [ReachSketch#estimate].
    public long estimate() {
        CpcUnion union = counters;
        return union == null ? packed.estimate() : Math.round(union.getResult().getEstimate());
    }

    /// Whether it holds a counter that is being merged.
    public boolean isOpen() {
        return counters != null;
    }

    /// Makes it small until the next estimate is added.
    public void pack() {
        packed = sum();
        counters = null;
    }

    /// Bytes of what is packed.
    public int bytes() {
        return packed.bytes();
    }

    ReachSketch sum() {
        CpcUnion union = counters;
        return union == null ? packed : ReachSketch.of(union.getResult());
    }

    private CpcUnion open() {
        CpcUnion union = new CpcUnion(ReachSketch.LG_K);
        union.update(packed.toCounter());
        packed = ReachSketch.NONE;
        counters = union;
        return union;
    }
}
