package io.interlude.benchmark.subscribers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.springframework.util.FileSystemUtils;

/// The cost of a fetch by the number of subscribers: fills the aggregator's store of counters, and
/// times a fetch's reads of it and the aggregator's writes. `benchmarks/subscribers [count…]`.
public final class SubscribersBenchmark {
    private static final List<Long> COUNTS = List.of(1_000L, 100_000L, 1_000_000L, 10_000_000L);
    private static final long LEAST_ON_DISK = 1_000_000;
    private static final long SEED = 20_261_121;
    private static final int WARM_UP = 100_000;
    private static final int TIMED = 200_000;

    private SubscribersBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        List<Long> counts =
                arguments.length == 0
                        ? COUNTS
                        : Arrays.stream(arguments).map(Long::parseLong).toList();
        System.out.println(
                "| subscribers | bytes each | read us | p99 | read of a new one us | p99 | counted us"
                        + " | p99 | read, times the first |");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        // The compilers' round.
        measure(counts.getFirst());
        double first = Double.NaN;
        for (long count : counts) {
            Line line = measure(count);
            first = Double.isNaN(first) ? line.read().getMean() : first;
            System.out.printf(
                    "| %,d | %s | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.2f |%n",
                    count,
                    // Fewer are in the write buffers.
                    count < LEAST_ON_DISK ? "" : line.bytes() / count,
                    line.read().getMean() / 1e3,
                    line.read().getValueAtPercentile(99) / 1e3,
                    line.readNew().getMean() / 1e3,
                    line.readNew().getValueAtPercentile(99) / 1e3,
                    line.counted().getMean() / 1e3,
                    line.counted().getValueAtPercentile(99) / 1e3,
                    line.read().getMean() / first);
        }
    }

    private static Line measure(long count) throws IOException {
        Path folder = Files.createTempDirectory("interlude-subscribers");
        try (FilledStore store = new FilledStore(folder, count, SEED)) {
            long bytes = store.bytesOnDisk();
            time(WARM_UP, store::readAny);
            time(WARM_UP, store::readNew);
            time(WARM_UP, store::serveAny);
            return new Line(
                    bytes,
                    time(TIMED, store::readAny),
                    time(TIMED, store::readNew),
                    time(TIMED, store::serveAny));
        } finally {
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private static Histogram time(int times, Runnable step) {
        Histogram nanos = new Histogram(3);
        for (int i = 0; i < times; i++) {
            long start = System.nanoTime();
            step.run();
            nanos.recordValue(System.nanoTime() - start);
        }
        return nanos;
    }

    private record Line(long bytes, Histogram read, Histogram readNew, Histogram counted) {}
}
