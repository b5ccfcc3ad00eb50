package io.interlude.training.quality;

import io.interlude.context.embedding.Embedder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/// Median time of one reading, in microseconds.
final class EmbedTiming {
    private static final long WARM_UP_NANOS = 1_500_000_000L;
    private static final long MEASURE_NANOS = 2_000_000_000L;
    private static final int MOST_SAMPLES = 20_000;
    private static final String WORDS =
            "we would like to rent a small wooden cabin near the lake for two nights in early "
                    + "september with a boat ";

    private EmbedTiming() {}

    /// Twenty words.
    static String twentyWords() {
        return WORDS;
    }

    /// So many bytes of English.
    static String bytes(int length) {
        return WORDS.repeat(length / WORDS.length() + 1).substring(0, length);
    }

    /// Of a text that was not read before.
    static double medianMicros(Embedder embedder, String text) {
        AtomicLong number = new AtomicLong();
        return medianMicros(() -> embedder.embed(text + number.incrementAndGet()));
    }

    static double medianMicros(Runnable reading) {
        run(reading, WARM_UP_NANOS);
        return run(reading, MEASURE_NANOS);
    }

    private static double run(Runnable reading, long nanos) {
        long[] samples = new long[MOST_SAMPLES];
        int taken = 0;
        long start = System.nanoTime();
        long now = start;
        while (now - start < nanos && taken < MOST_SAMPLES) {
            reading.run();
            long after = System.nanoTime();
            samples[taken++] = after - now;
            now = after;
        }
        long[] ordered = Arrays.copyOf(samples, taken);
        Arrays.sort(ordered);
        return ordered[taken / 2] / 1e3;
    }
}
