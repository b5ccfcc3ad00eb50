package io.interlude.benchmark.fuzz;

import io.interlude.benchmark.fuzz.request.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/// The memory of the product's process after a collection.
///
/// @param heapBytes live objects
/// @param directBytes buffers outside of the heap, as the JVM counts them
/// @param residentBytes all of it, as the system counts it; grows with caches too
record Memory(long heapBytes, long directBytes, long residentBytes) {
    private static final int COLLECTIONS = 2;
    private static final double MIB = 1 << 20;

    /// The growth that a second one may show: a tenth of the heap, and a buffer arena's step.
    private static final double HEAP_SHARE = 0.1;

    private static final long SLACK_BYTES = 16 << 20;

    static Memory of(Product product) throws IOException, InterruptedException {
        long processId = product.processId();
        for (int i = 0; i < COLLECTIONS; i++) {
            Process collection =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                            .toString(),
                                    Long.toString(processId),
                                    "GC.run")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            if (!collection.waitFor(1, TimeUnit.MINUTES) || collection.exitValue() != 0) {
                throw new IOException("jcmd cannot collect process " + processId);
            }
        }
        ServerMetrics metrics = ServerMetrics.of(product.url());
        return new Memory(
                metrics.sum("jvm_memory_used_bytes{area=\"heap\""),
                metrics.sum("jvm_buffer_memory_used_bytes{id=\"direct\""),
                resident(processId));
    }

    private static long resident(long processId) throws IOException {
        Path status = Path.of("/proc", Long.toString(processId), "status");
        if (!Files.exists(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                .sum();
    }

    /// True if this is no more than noise above an earlier one.
    boolean isWithin(Memory earlier) {
        return heapBytes <= earlier.heapBytes * (1 + HEAP_SHARE) + SLACK_BYTES / 2.0
                && directBytes <= earlier.directBytes + SLACK_BYTES;
    }

    static String head() {
        return "| after requests | heap after collection MiB | direct MiB | resident MiB |\n|---|---|---|---|";
    }

    String row(long requests) {
        return String.format(
                Locale.ROOT,
                "| %,d | %.1f | %.1f | %.0f |",
                requests,
                heapBytes / MIB,
                directBytes / MIB,
                residentBytes / MIB);
    }
}
