package io.interlude.benchmark.reach;

import java.util.List;
import org.apache.datasketches.cpc.CpcSketch;
import org.apache.datasketches.cpc.CpcUnion;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.HllUnion;
import org.apache.datasketches.hll.TgtHllType;

/// A probabilistic counter that reach could be kept in.
///
/// @param <S> its sketch
interface Candidate<S> {
    String name();

    S empty();

    void update(S sketch, long hash);

    byte[] bytes(S sketch);

    /// What all of them together count.
    double merged(List<byte[]> sketches);

    static List<Candidate<?>> all() {
        return List.of(
                new Cpc(14),
                new Cpc(15),
                new Hll(14, TgtHllType.HLL_6),
                new Hll(15, TgtHllType.HLL_6),
                new Hll(15, TgtHllType.HLL_4),
                new Hll(16, TgtHllType.HLL_4));
    }

    /// Compressed probabilistic counting.
    record Cpc(int lgK) implements Candidate<CpcSketch> {
        @Override
        public String name() {
            return "CPC, 2^" + lgK;
        }

        @Override
        public CpcSketch empty() {
            return new CpcSketch(lgK);
        }

        @Override
        public void update(CpcSketch sketch, long hash) {
            sketch.update(hash);
        }

        @Override
        public byte[] bytes(CpcSketch sketch) {
            return sketch.toByteArray();
        }

        @Override
        public double merged(List<byte[]> sketches) {
            CpcUnion union = new CpcUnion(lgK);
            sketches.forEach(bytes -> union.update(CpcSketch.heapify(bytes)));
            return union.getResult().getEstimate();
        }
    }

    /// HyperLogLog.
    record Hll(int lgK, TgtHllType type) implements Candidate<HllSketch> {
        @Override
        public String name() {
            return type + ", 2^" + lgK;
        }

        @Override
        public HllSketch empty() {
            return new HllSketch(lgK, type);
        }

        @Override
        public void update(HllSketch sketch, long hash) {
            sketch.update(hash);
        }

        @Override
        public byte[] bytes(HllSketch sketch) {
            return sketch.toCompactByteArray();
        }

        @Override
        public double merged(List<byte[]> sketches) {
            HllUnion union = new HllUnion(lgK);
            sketches.forEach(bytes -> union.update(HllSketch.heapify(bytes)));
            return union.getEstimate();
        }
    }
}
