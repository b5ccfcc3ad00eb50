package io.interlude.domain.reach;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.datasketches.cpc.CpcSketch;
import org.apache.datasketches.cpc.CpcUnion;
import org.jspecify.annotations.Nullable;

/// The set of served subscribers, each as its [SubscriberHash], in bounded size.
///
/// Up to [#EXACT_MAX] subscribers it is the hashes themselves, each with how often it was served:
/// that is exact, can be merged in any order, and a fetch can be taken back. One more and it
/// becomes a compressed probabilistic counter (CPC, Lang 2017, of Apache DataSketches) with a
/// standard error of 0.4 % of any merged count, from which nothing can be taken back. If a merged
/// whole is small enough to be exact, all of its parts were.
///
/// CPC was chosen by measurement: for the same error HLL takes nearly twice the bytes, and a theta
/// sketch twelve times. See `docs/reports.md`. Immutable.
public final class ReachSketch {
    /// Subscribers that are counted without error.
    public static final int EXACT_MAX = 4_096;

    static final int LG_K = 15;

    public static final ReachSketch NONE = new ReachSketch(new long[0], new int[0], null);

    private static final byte EXACT = 1;
    private static final byte ESTIMATED = 2;
    private static final int HEADER_BYTES = 1 + Integer.BYTES;

    /// In ascending order; empty when estimated.
    private final long[] hashes;

    /// How often each was served; never 0. Negative where fetches were taken back whose own sketch
    /// is another one.
    private final int[] times;

    /// The counter's own bytes; null when exact.
    private final byte @Nullable [] counter;

    private ReachSketch(long[] hashes, int[] times, byte @Nullable [] counter) {
        this.hashes = hashes;
        this.times = times;
        this.counter = counter;
    }

    /// One subscriber, so often; negative to take fetches back.
    public static ReachSketch of(long hash, int times) {
        return times == 0 ? NONE : new ReachSketch(new long[] {hash}, new int[] {times}, null);
    }

    static ReachSketch of(CpcSketch counter) {
        return new ReachSketch(NONE.hashes, NONE.times, counter.toByteArray());
    }

    /// The sketch of what [#toBytes] gave.
    ///
    /// @throws IllegalArgumentException if it did not give these bytes
    public static ReachSketch of(ByteBuffer bytes) {
        ByteBuffer rest = bytes.duplicate();
        byte form = rest.get();
        if (form == ESTIMATED) {
            byte[] counter = new byte[rest.remaining()];
            rest.get(counter);
            return new ReachSketch(NONE.hashes, NONE.times, counter);
        }
        if (form != EXACT || rest.getInt(rest.position()) > EXACT_MAX) {
            throw new IllegalArgumentException("no reach sketch: form " + form);
        }
        int size = rest.getInt();
        long[] hashes = new long[size];
        int[] times = new int[size];
        for (int i = 0; i < size; i++) {
            hashes[i] = rest.getLong();
            times[i] = readTimes(rest);
        }
        return new ReachSketch(hashes, times, null);
    }

    /// At most 37 KB while exact, and about 20 KB when estimated.
    public ByteBuffer toBytes() {
        if (counter != null) {
            return ByteBuffer.allocate(1 + counter.length).put(ESTIMATED).put(counter).flip();
        }
        int longest = HEADER_BYTES + hashes.length * (Long.BYTES + Integer.BYTES + 1);
        ByteBuffer bytes = ByteBuffer.allocate(longest).put(EXACT).putInt(hashes.length);
        for (int i = 0; i < hashes.length; i++) {
            bytes.putLong(hashes[i]);
            writeTimes(bytes, times[i]);
        }
        return bytes.flip();
    }

    /// Both together. A subscriber is in the sum as often as in both.
    public ReachSketch plus(ReachSketch other) {
        if (counter == null && other.counter == null) {
            return merged(other);
        }
        if (counter != null && other.counter != null) {
            CpcUnion union = new CpcUnion(LG_K);
            union.update(toCounter());
            union.update(other.toCounter());
            return of(union.getResult());
        }
        return counter == null ? other.plus(this) : updated(toCounter(), other);
    }

    /// How many subscribers: exactly while [#isExact], else within 2 %, which is five standard
    /// errors.
    public long estimate() {
        if (counter != null) {
            return Math.round(CpcSketch.heapify(counter).getEstimate());
        }
        return Arrays.stream(times).filter(count -> count > 0).count();
    }

    /// Whether it takes nothing back.
    public boolean onlyAdds() {
        return Arrays.stream(times).allMatch(count -> count > 0);
    }

    public boolean isExact() {
        return counter == null;
    }

    /// About the memory that it takes; 0 for nothing.
    public int bytes() {
        return counter == null ? hashes.length * (Long.BYTES + Integer.BYTES) : counter.length;
    }

    /// The same as a counter that can be changed.
    CpcSketch toCounter() {
        CpcSketch copy = counter == null ? new CpcSketch(LG_K) : CpcSketch.heapify(counter);
        for (int i = 0; i < hashes.length; i++) {
            if (times[i] > 0) {
                copy.update(hashes[i]);
            }
        }
        return copy;
    }

    /// Adds to the counter that this one is, and gives what it is then; this one if it had them
    /// all.
    ReachSketch updated(CpcSketch own, ReachSketch exact) {
        double before = own.getEstimate();
        for (int i = 0; i < exact.hashes.length; i++) {
            if (exact.times[i] > 0) {
                own.update(exact.hashes[i]);
            }
        }
        return own.getEstimate() == before ? this : of(own);
    }

    private ReachSketch merged(ReachSketch other) {
        int longest = hashes.length + other.hashes.length;
        long[] hashesOfBoth = new long[longest];
        int[] timesOfBoth = new int[longest];
        int size = 0;
        int l = 0;
        int r = 0;
        while (l < hashes.length || r < other.hashes.length) {
            boolean left =
                    r == other.hashes.length || (l < hashes.length && hashes[l] <= other.hashes[r]);
            boolean right =
                    l == hashes.length || (r < other.hashes.length && other.hashes[r] <= hashes[l]);
            hashesOfBoth[size] = left ? hashes[l] : other.hashes[r];
            timesOfBoth[size] = saturatedSum(left ? times[l++] : 0, right ? other.times[r++] : 0);
            size += timesOfBoth[size] == 0 ? 0 : 1;
        }
        ReachSketch sum =
                new ReachSketch(
                        Arrays.copyOf(hashesOfBoth, size), Arrays.copyOf(timesOfBoth, size), null);
        return size > EXACT_MAX ? of(sum.toCounter()) : sum;
    }

    private static int saturatedSum(int left, int right) {
        return Math.clamp((long) left + right, -Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    private static void writeTimes(ByteBuffer bytes, int times) {
        int rest = times << 1 ^ times >> 31;
        while ((rest & ~0x7F) != 0) {
            bytes.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        bytes.put((byte) rest);
    }

    private static int readTimes(ByteBuffer bytes) {
        int zigzag = 0;
        byte part = bytes.get();
        int shift = 0;
        while (part < 0) {
            zigzag |= (part & 0x7F) << shift;
            shift += 7;
            part = bytes.get();
        }
        zigzag |= part << shift;
        return zigzag >>> 1 ^ -(zigzag & 1);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ReachSketch sketch
                && Arrays.equals(hashes, sketch.hashes)
                && Arrays.equals(times, sketch.times)
                && Arrays.equals(counter, sketch.counter);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(hashes) + Arrays.hashCode(times))
                + Arrays.hashCode(counter);
    }

    /// Nothing of the hashes.
    @Override
    public String toString() {
        return (isExact() ? "ReachSketch[" : "ReachSketch[about ") + estimate() + "]";
    }
}
