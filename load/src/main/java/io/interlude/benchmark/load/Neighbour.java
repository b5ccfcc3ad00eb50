package io.interlude.benchmark.load;

import java.time.Duration;
import java.util.Locale;

/// Takes cache, memory bandwidth and a thread's turn of a core from whatever else runs: it reads
/// and writes one array over and over, a cache line at a step, and tells at the end how much it
/// moved.
public final class Neighbour {
    private static final int LINE_BYTES = 64;
    private static final int LONGS_A_LINE = LINE_BYTES / Long.BYTES;
    private static final int DEFAULT_MIB = 128;
    private static final Duration DEFAULT_TIME = Duration.ofMinutes(15);

    private Neighbour() {}

    /// Walks until the time is over.
    ///
    /// @param arguments MiB of the array, then seconds; both may be left out
    public static void main(String[] arguments) {
        int mib = arguments.length > 0 ? Integer.parseInt(arguments[0]) : DEFAULT_MIB;
        Duration time =
                arguments.length > 1
                        ? Duration.ofSeconds(Long.parseLong(arguments[1]))
                        : DEFAULT_TIME;
        long[] array = new long[Math.multiplyExact(mib, 1024 * 1024 / Long.BYTES)];
        System.out.printf(Locale.ROOT, "walks through %d MiB for %s%n", mib, time);
        long begin = System.nanoTime();
        long end = begin + time.toNanos();
        long passes = 0;
        while (System.nanoTime() < end) {
            for (int i = 0; i < array.length; i += LONGS_A_LINE) {
                array[i] += passes;
            }
            passes++;
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        double gigabytes = passes * (double) array.length * Long.BYTES / 1e9;
        System.out.printf(
                Locale.ROOT, "read and wrote %.1f GB/s (%d passes)%n", gigabytes / seconds, passes);
    }
}
