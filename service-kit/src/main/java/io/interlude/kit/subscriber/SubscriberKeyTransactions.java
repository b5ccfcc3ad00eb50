package io.interlude.kit.subscriber;

import io.interlude.kit.journal.JournalUnavailableException;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/// Transactions of one writer, each of which shows in the projections before the next one. For one
/// thread. Every method throws [org.apache.kafka.common.KafkaException] or
/// [JournalUnavailableException] when that fails; call [#abandon] then.
final class SubscriberKeyTransactions {
    private static final Duration SHOW_DEADLINE = Duration.ofSeconds(5);

    private final Supplier<? extends Producer<String, SpecificRecord>> producers;
    private final SubscriberKeyRing ring;
    private final ErasureReceipts receipts;
    private @Nullable Producer<String, SpecificRecord> current;

    SubscriberKeyTransactions(
            Supplier<? extends Producer<String, SpecificRecord>> producers,
            SubscriberKeyRing ring,
            ErasureReceipts receipts) {
        this.producers = producers;
        this.ring = ring;
        this.receipts = receipts;
    }

    /// Takes the writer's place, unless it has it, and waits until the ring shows all that others
    /// wrote before.
    void prepare() {
        if (current == null) {
            Producer<String, SpecificRecord> producer = producers.get();
            current = producer;
            producer.initTransactions();
            commit(producer, List.of(SubscriberKeyRecords.marker()));
        }
    }

    /// Writes all of the records, and waits until they show.
    void commit(List<ProducerRecord<String, SpecificRecord>> records) {
        Producer<String, SpecificRecord> producer = current;
        if (producer == null) {
            throw new IllegalStateException("not prepared");
        }
        if (!records.isEmpty()) {
            commit(producer, records);
        }
    }

    private void commit(
            Producer<String, SpecificRecord> producer,
            List<ProducerRecord<String, SpecificRecord>> records) {
        List<Future<RecordMetadata>> sent = new ArrayList<>(records.size());
        producer.beginTransaction();
        records.forEach(record -> sent.add(producer.send(record)));
        producer.commitTransaction();
        for (Future<RecordMetadata> each : sent) {
            await(shown(await(each)));
        }
    }

    private CompletableFuture<?> shown(RecordMetadata metadata) {
        if (metadata.topic().equals(Topics.SUBSCRIBER_KEYS.name())) {
            return ring.whenShown(metadata.offset());
        }
        return metadata.topic().equals(Topics.ERASURES.name())
                ? receipts.whenShown(metadata.offset())
                : CompletableFuture.completedFuture(null);
    }

    /// Gives the writer's place up. The next producer's start ends what this one left open.
    void abandon() {
        Producer<String, SpecificRecord> producer = current;
        current = null;
        if (producer != null) {
            producer.close(Duration.ZERO);
        }
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.get(SHOW_DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new JournalUnavailableException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JournalUnavailableException(e);
        }
    }
}
