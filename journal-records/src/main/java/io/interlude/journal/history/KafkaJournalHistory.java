package io.interlude.journal.history;

import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.reading.JournalReader;
import io.interlude.journal.reading.ReadingTurns;
import io.interlude.schema.AdFetched;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.serialization.Deserializer;

/// The journal read from Kafka, with consumers for each answer: nothing is held in between.
public final class KafkaJournalHistory implements JournalHistory, AutoCloseable {
    /// How long after a fetch its events are looked for. Event ingest takes conversions for 30 days
    /// after their fetch; the rest is for what an outbox kept.
    static final Duration STORY_WINDOW = Duration.ofDays(31);

    private static final int READERS_MAX = 4;

    /// Most bytes of records that are read at once.
    public static final long READING_BYTES = READERS_MAX * HistoryReading.BYTES_MAX;

    /// Heap that a page takes at most.
    public static final long PAGE_HEAP_BYTES =
            HistoryReading.HEAP_OF_BYTE * HistoryReading.BYTES_MAX;

    /// Heap for what all readers remember of earlier events, beside that.
    public static final long LOOKED_BACK_BYTES = READERS_MAX * HistoryReading.LOOKED_BACK_BYTES;

    private static final Duration TURN_DEADLINE = Duration.ofSeconds(5);

    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final RecordDecoder decoder;
    private final RecordDecoder outlines;
    private final Function<AdFetched, Optional<FlowOutline>> flows;
    private final int partitionCount;
    private final JournalReader reader;

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
        reader = new JournalReader("the journal", READERS_MAX, TURN_DEADLINE, consumers);
    }

    @Override
    public CompletableFuture<HistoryPage> page(HistoryQuery query) {
        return read(query.orgId(), reading -> reading.page(query, partitionCount));
    }

    @Override
    public CompletableFuture<Optional<PlacedRecord>> request(OrgId orgId, FetchId fetchId) {
        return fetchId.partition() < partitionCount
                ? read(orgId, reading -> reading.request(fetchId))
                : CompletableFuture.completedFuture(Optional.empty());
    }

    @Override
    public CompletableFuture<FetchStory> story(OrgId orgId, FetchId fetchId) {
        return fetchId.partition() < partitionCount
                ? read(orgId, reading -> reading.story(fetchId, STORY_WINDOW))
                : CompletableFuture.completedFuture(
                        new FetchStory(List.of(), fetchId.madeAt(), true));
    }

    @Override
    public void close() {
        reader.close();
    }

    private <T> CompletableFuture<T> read(OrgId orgId, Function<HistoryReading, T> task) {
        return reader.inTurn(
                orgId,
                () ->
                        ReadingTurns.reading(() -> {
                            try (HistoryReading reading =
                                    new HistoryReading(consumers, decoder, outlines, flows)) {
                                return task.apply(reading);
                            }
                        }));
    }
}
