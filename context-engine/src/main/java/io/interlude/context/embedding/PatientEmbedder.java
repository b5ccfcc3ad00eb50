package io.interlude.context.embedding;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Has an endpoint read thousands of texts that nobody waits for, some in each request and one
/// request at a time. Where the endpoint does not answer, it asks again after a pause that doubles
/// up to a minute, until it is closed; what was read by then is not asked for again.
public final class PatientEmbedder implements Embedder {
    private static final int BATCH = 64;
    private static final int BETWEEN_REPORTS = 512;
    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final HttpEmbedder endpoint;
    private final Duration shortestPause;
    private final Consumer<String> progress;
    private final CountDownLatch closed = new CountDownLatch(1);

    /// @param progress is told what is done, in words for a log
    public PatientEmbedder(HttpEmbedder.Endpoint endpoint, Consumer<String> progress) {
        this(HttpEmbedder.forMany(endpoint), SHORTEST_PAUSE, progress);
    }

    PatientEmbedder(HttpEmbedder endpoint, Duration shortestPause, Consumer<String> progress) {
        this.endpoint = endpoint;
        this.shortestPause = shortestPause;
        this.progress = progress;
    }

    /// That of the first answer; 0 before.
    @Override
    public int dimensions() {
        return endpoint.dimensions();
    }

    @Override
    public Embedding embed(List<WeightedText> parts) {
        return untilRead(() -> endpoint.embed(parts));
    }

    @Override
    public List<Embedding> embedAll(List<List<WeightedText>> several) {
        List<Embedding> all = new ArrayList<>();
        while (all.size() < several.size()) {
            int to = Math.min(all.size() + BATCH, several.size());
            List<List<WeightedText>> batch = several.subList(all.size(), to);
            all.addAll(untilRead(() -> endpoint.embedAll(batch)));
            if (to % BETWEEN_REPORTS == 0) {
                progress.accept(to + " of " + several.size() + " texts read");
            }
        }
        return all;
    }

    /// @throws ReaderUnavailableException once this is closed
    private <T> T untilRead(Supplier<T> reading) {
        Duration pause = shortestPause;
        while (true) {
            try {
                return reading.get();
            } catch (ReaderUnavailableException e) {
                if (pause.equals(shortestPause)) {
                    progress.accept("waits for the endpoint: " + e.getMessage());
                }
                if (isClosedWithin(pause)) {
                    throw e;
                }
                Duration twice = pause.multipliedBy(2);
                pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
            }
        }
    }

    private boolean isClosedWithin(Duration pause) {
        try {
            return closed.await(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    @Override
    public void close() {
        closed.countDown();
        endpoint.close();
    }
}
