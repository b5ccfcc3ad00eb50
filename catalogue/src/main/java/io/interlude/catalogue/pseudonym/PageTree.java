package io.interlude.catalogue.pseudonym;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A binary tree of 2^25 leaves and secrets of 128 bits, kept in pages: one of the upper 12 levels,
/// and one of the 13 levels below each of its leaves that is destroyed there.
///
/// Its height is the compromise. With `n` leaves destroyed, a further one costs about `25 -
/// log2(n)` secrets, and at a million 70 bytes for each. And it takes those along who share the
/// leaf: of all others `n / 2^25`, which is 3 % at a million and 1 in 30,000 at a thousand.
final class PageTree implements KeyTree {
    static final int TOP_BITS = 12;
    static final int LOW_BITS = 13;
    static final int PAGES = 1 << TOP_BITS;

    private static final int UNUSED_BITS = TreeNode.POINT_BITS - TOP_BITS - LOW_BITS;

    /// Of an array with its header, and of its place in a map.
    private static final int PAGE_OVERHEAD = 80;

    private final Map<Integer, byte[]> numberToLow = new ConcurrentHashMap<>();

    /// Empty while it is not known.
    private volatile byte[] top = {};

    private final AtomicLong heapBytes = new AtomicLong(PAGE_OVERHEAD);

    /// Takes a page in. The one below another comes before it, so that a reader, which begins at
    /// the top, finds what it is led to.
    void show(KeyPage page) {
        byte[] before = page.number() == 0 ? top : numberToLow.get(page.number());
        if (page.number() == 0) {
            top = page.bytes();
        } else {
            numberToLow.put(page.number(), page.bytes());
        }
        long more = before == null ? PAGE_OVERHEAD : -before.length;
        heapBytes.addAndGet(page.bytes().length + more);
    }

    @Override
    public long heapBytes() {
        return heapBytes.get();
    }

    @Override
    public boolean leadsTo(long point) {
        byte[] upper = top;
        if (upper.length == 0) {
            return false;
        }
        if (PackedSecrets.leadsTo(upper, above(point))) {
            return true;
        }
        byte[] low = low(point);
        return low != null && PackedSecrets.leadsTo(low, below(point));
    }

    @Override
    public byte @Nullable [] leafKey(long point) {
        byte[] upper = top;
        if (upper.length == 0) {
            return null;
        }
        byte[] secret = PackedSecrets.secret(upper, above(point), TOP_BITS);
        if (secret != null) {
            for (int level = LOW_BITS - 1; level >= 0; level--) {
                PackedSecrets.descend(secret, (below(point) >>> level) & 1);
            }
            return secret;
        }
        byte[] low = low(point);
        return low == null ? null : PackedSecrets.secret(low, below(point), LOW_BITS);
    }

    @Override
    public Optional<Puncture> puncture(int generation, long point) {
        if (!leadsTo(point)) {
            return Optional.empty();
        }
        byte[] upper = top;
        byte[] below = PackedSecrets.secret(upper, above(point), TOP_BITS);
        byte[] low = below == null ? low(point) : PackedSecrets.all(below);
        if (low == null) {
            throw new IllegalStateException("another thread changes the tree");
        }
        KeyPage lowChanged =
                new KeyPage(1 + above(point), PackedSecrets.without(low, below(point), LOW_BITS));
        if (below == null) {
            return Optional.of(new Puncture.OfPages(generation, List.of(lowChanged)));
        }
        KeyPage topChanged = new KeyPage(0, PackedSecrets.without(upper, above(point), TOP_BITS));
        return Optional.of(new Puncture.OfPages(generation, List.of(lowChanged, topChanged)));
    }

    private byte @Nullable [] low(long point) {
        return numberToLow.get(1 + above(point));
    }

    /// The leaf of the upper part.
    private static int above(long point) {
        return (int) (point >>> (UNUSED_BITS + LOW_BITS));
    }

    /// The leaf of the lower part.
    private static int below(long point) {
        return ((int) (point >>> UNUSED_BITS)) & ((1 << LOW_BITS) - 1);
    }
}
