package io.interlude.journal.reading;

import io.interlude.journal.availability.StateUnavailableException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;

/// Reads Kafka for answers, each on a thread of its own and with consumers of its own, so that
/// nothing is held in between. A few answers are made at a time, the others wait for their turn.
/// Safe for use by many threads.
///
/// A reading fails with [StateUnavailableException] if Kafka cannot be read now, or if its turn
/// does not come in time.
public final class JournalReader implements AutoCloseable {
    private final String subject;
    private final Duration longestWait;
    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final Semaphore turns;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

    /// @param subject of the readings, for messages, as in "ads.rejected"
    /// @param readersMax answers that are made at a time
    /// @param longestWait for a turn
    /// @param consumers makes consumers that read only committed records and commit no offsets
    public JournalReader(
            String subject,
            int readersMax,
            Duration longestWait,
            Supplier<? extends Consumer<String, byte[]>> consumers) {
        this.subject = subject;
        this.longestWait = longestWait;
        this.consumers = consumers;
        turns = new Semaphore(readersMax);
    }

    /// Reads with a consumer, sharing processors with other readings from poll to poll.
    public <T> CompletableFuture<T> read(Function<? super Consumer<String, byte[]>, T> reading) {
        return inTurn(() ->
                ReadingTurns.reading(() -> {
                    try (Consumer<String, byte[]> consumer = consumers.get()) {
                        return reading.apply(consumer);
                    }
                }));
    }

    /// Does something that reads, with consumers that it makes as it needs them.
    public <T> CompletableFuture<T> inTurn(Callable<T> reading) {
        return CompletableFuture.supplyAsync(() -> awaitTurn(reading), executor);
    }

    private <T> T awaitTurn(Callable<T> reading) {
        try {
            if (!turns.tryAcquire(longestWait.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new StateUnavailableException("too many read " + subject);
            }
            try {
                return reading.call();
            } finally {
                turns.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StateUnavailableException("interrupted", e);
        } catch (KafkaException e) {
            throw new StateUnavailableException(subject + " cannot be read", e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
