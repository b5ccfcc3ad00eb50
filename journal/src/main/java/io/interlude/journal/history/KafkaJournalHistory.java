package io.interlude.journal.history;

import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.identity.FetchId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.paging.ReadingTurns;
import io.interlude.schema.AdFetched;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.Deserializer;

/// The journal read from Kafka, with consumers for each answer: nothing is held in between. A few
/// answers are made at a time, the others wait.
public final class KafkaJournalHistory implements JournalHistory, AutoCloseable {
    /// How long after a fetch its events are looked for. Event ingest takes conversions for 30 days
    /// after their fetch; the rest is for what an outbox kept.
    static final Duration STORY_WINDOW = Duration.ofDays(31);

    private static final int READERS_MAX = 4;

    /// Most bytes of records that are read at once.
    public static final long READING_BYTES = READERS_MAX * HistoryReading.BYTES_MAX;

    private static final Duration TURN_DEADLINE = Duration.ofSeconds(5);

    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final RecordDecoder decoder;
    private final RecordDecoder outlines;
    private final Function<AdFetched, Optional<FlowOutline>> flows;
    private final int partitionCount;
    private final Semaphore readers = new Semaphore(READERS_MAX);
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

    /// @param consumers makes consumers that read only committed records and commit no offsets
    /// @param deserializer reads whole records
    /// @param outlineDeserializer reads them without verdicts on candidates
    /// @param flows what a fetch served; empty as long as it is not known
    public KafkaJournalHistory(
            Supplier<? extends Consumer<String, byte[]>> consumers,
            Deserializer<? extends SpecificRecord> deserializer,
            Deserializer<? extends SpecificRecord> outlineDeserializer,
            Function<AdFetched, Optional<FlowOutline>> flows,
            int partitionCount) {
        this.consumers = consumers;
        decoder = new RecordDecoder(deserializer);
        outlines = new RecordDecoder(outlineDeserializer);
        this.flows = flows;
        this.partitionCount = partitionCount;
    }

    @Override
    public CompletableFuture<HistoryPage> page(HistoryQuery query) {
        return read(reading -> reading.page(query, partitionCount));
    }

    @Override
    public CompletableFuture<Optional<PlacedRecord>> request(FetchId fetchId) {
        return fetchId.partition() < partitionCount
                ? read(reading -> reading.request(fetchId))
                : CompletableFuture.completedFuture(Optional.empty());
    }

    @Override
    public CompletableFuture<FetchStory> story(FetchId fetchId) {
        return fetchId.partition() < partitionCount
                ? read(reading -> reading.story(fetchId, STORY_WINDOW))
                : CompletableFuture.completedFuture(
                        new FetchStory(List.of(), fetchId.madeAt(), true));
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }

    private <T> CompletableFuture<T> read(Function<HistoryReading, T> task) {
        return CompletableFuture.supplyAsync(() -> inTurn(task), executor);
    }

    private <T> T inTurn(Function<HistoryReading, T> task) {
        awaitTurn();
        try (HistoryReading reading = new HistoryReading(consumers, decoder, outlines, flows)) {
            return ReadingTurns.reading(() -> task.apply(reading));
        } catch (KafkaException e) {
            throw new StateUnavailableException("the journal cannot be read", e);
        } finally {
            readers.release();
        }
    }

    private void awaitTurn() {
        try {
            if (!readers.tryAcquire(TURN_DEADLINE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new StateUnavailableException("too many read the journal");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StateUnavailableException("interrupted", e);
        }
    }
}
