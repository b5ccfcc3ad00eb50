package io.interlude.journal.reading;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;

/// Reads Kafka for answers, each on a thread of its own and with consumers of its own, so that
/// nothing is held in between. A few answers are made at a time, the others wait for their turn. An
/// org has half of the readers at most, so that others pass by its slow answers. Safe for use by
/// many threads.
///
/// A reading fails with [StateUnavailableException] if Kafka cannot be read now, or if its turn
/// does not come in time.
public final class JournalReader implements AutoCloseable {
    /// Answers of an org that wait; more fail at once.
    private static final int WAITING_MAX = 64;

    private final String subject;
    private final Duration longestWait;
    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final Semaphore turns;
    private final int readersOfOrgMax;
    private final Map<OrgId, Semaphore> orgToTurns = new ConcurrentHashMap<>();
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
        turns = new Semaphore(readersMax, true);
        readersOfOrgMax = Math.ceilDiv(readersMax, 2);
    }

    /// Reads with a consumer, sharing processors with other readings from poll to poll.
    public <T> CompletableFuture<T> read(
            OrgId orgId, Function<? super Consumer<String, byte[]>, T> reading) {
        return inTurn(
                orgId,
                () ->
                        ReadingTurns.reading(() -> {
                            try (Consumer<String, byte[]> consumer = consumers.get()) {
                                return reading.apply(consumer);
                            }
                        }));
    }

    /// Does something that reads, with consumers that it makes as it needs them. Nothing is read
    /// for who has cancelled the answer meanwhile.
    public <T> CompletableFuture<T> inTurn(OrgId orgId, Callable<T> reading) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        return answer.completeAsync(
                () ->
                        awaitTurn(
                                orgId,
                                () -> {
                                    if (answer.isDone()) {
                                        throw new CancellationException("nobody waits");
                                    }
                                    return reading.call();
                                }),
                executor);
    }

    private <T> T awaitTurn(OrgId orgId, Callable<T> reading) {
        long deadlineNanos = System.nanoTime() + longestWait.toNanos();
        Semaphore ofOrg =
                orgToTurns.computeIfAbsent(orgId, _ -> new Semaphore(readersOfOrgMax, true));
        try {
            if (ofOrg.getQueueLength() >= WAITING_MAX) {
                throw tooMany();
            }
            return inTurn(ofOrg, deadlineNanos, () -> inTurn(turns, deadlineNanos, reading));
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

    private <T> T inTurn(Semaphore places, long deadlineNanos, Callable<T> reading)
            throws Exception {
        if (!places.tryAcquire(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            throw tooMany();
        }
        try {
            return reading.call();
        } finally {
            places.release();
        }
    }

    private StateUnavailableException tooMany() {
        return new StateUnavailableException("too many read " + subject);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
