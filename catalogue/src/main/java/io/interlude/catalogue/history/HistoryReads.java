package io.interlude.catalogue.history;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.reading.JournalReader;
import io.interlude.schema.CatalogueChanged;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/// Reads single records of `catalogue.history`, for at most two answers at a time. Safe for use by
/// many threads.
final class HistoryReads implements AutoCloseable {
    /// The longest wait of an answer for its turn.
    static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private static final TopicPartition PLACE =
            new TopicPartition(Topics.CATALOGUE_HISTORY.name(), 0);
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int READERS_MAX = 2;

    /// Fewer records between two that are needed are read and left out: it is cheaper than to seek.
    private static final long NEARBY = 500;

    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final Deserializer<? extends SpecificRecord> deserializer;
    private final JournalReader reader;

    /// @param consumers makes consumers that read only committed records and commit no offsets
    HistoryReads(
            Supplier<? extends Consumer<String, byte[]>> consumers,
            Deserializer<? extends SpecificRecord> deserializer) {
        this.consumers = consumers;
        this.deserializer = deserializer;
        reader = new JournalReader("the catalogue's history", READERS_MAX, LONGEST_WAIT, consumers);
    }

    /// Runs something that reads, on a thread of its own, once it is its turn.
    <R> CompletableFuture<R> inTurn(OrgId orgId, Callable<R> reading) {
        return reader.inTurn(orgId, reading);
    }

    /// The consumer of each record that is read.
    @FunctionalInterface
    interface Found {
        void take(long offset, CatalogueChanged change);
    }

    /// Reads the records at the offsets, in their order.
    ///
    /// @throws StateUnavailableException if that takes too long
    void read(NavigableSet<Long> offsets, Found found) {
        NavigableSet<Long> missing = new TreeSet<>(offsets);
        if (missing.isEmpty()) {
            return;
        }
        long deadlineNanos = System.nanoTime() + DEADLINE.toNanos();
        try (Consumer<String, byte[]> consumer = consumers.get()) {
            consumer.assign(List.of(PLACE));
            long position = -2 - NEARBY;
            while (!missing.isEmpty()) {
                long next = missing.first();
                if (next < position || next - position > NEARBY) {
                    consumer.seek(PLACE, next);
                }
                for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
                    if (missing.remove(record.offset())) {
                        found.take(record.offset(), change(record));
                    }
                }
                position = consumer.position(PLACE);
                if (System.nanoTime() > deadlineNanos) {
                    throw new StateUnavailableException("the catalogue's history takes too long");
                }
            }
        }
    }

    private CatalogueChanged change(ConsumerRecord<String, byte[]> record) {
        return (CatalogueChanged)
                requireNonNull(
                        deserializer.deserialize(record.topic(), record.value()), "value is null");
    }

    @Override
    public void close() {
        reader.close();
    }
}
