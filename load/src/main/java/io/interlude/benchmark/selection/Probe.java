package io.interlude.benchmark.selection;

import java.util.SplittableRandom;

/// An object that a scan reads, as far from its neighbour as the allocator and chance put it.
final class Probe {
    private final long value;

    private Probe(long value) {
        this.value = value;
    }

    long value() {
        return value;
    }

    static Probe[] some(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Probe[] probes = new Probe[count];
        for (int i = 0; i < count; i++) {
            probes[i] = new Probe(random.nextLong());
        }
        for (int i = count - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            Probe swapped = probes[i];
            probes[i] = probes[other];
            probes[other] = swapped;
        }
        return probes;
    }
}
