package io.interlude.catalogue.subscriber;

import io.interlude.journal.availability.JournalUnavailableException;
import io.interlude.journal.kafka.Fencing;
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
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Transactions of one writer, each of which shows in the projections before the next one. For one
/// thread.
final class SubscriberKeyTransactions {
    private static final Logger LOG = LoggerFactory.getLogger(SubscriberKeyTransactions.class);
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

    /// Runs a step in the writer's place, with all that others wrote before in the ring. When
    /// another process has taken the place meanwhile the step is run again, so it must start from
    /// the ring.
    ///
    /// @throws KafkaException or [JournalUnavailableException] when that fails
    void inPlace(Runnable step) {
        for (int turn = 1; ; turn++) {
            try {
                prepare();
                step.run();
                return;
            } catch (KafkaException e) {
                abandon();
                if (!Fencing.caused(e) || turn == Fencing.MOST_TURNS) {
                    throw e;
                }
                LOG.debug("subscriber-keys.place-lost turn={}", turn);
                Fencing.standBack(turn);
            } catch (JournalUnavailableException e) {
                abandon();
                throw e;
            }
        }
    }

    private void prepare() {
        if (current == null) {
            Producer<String, SpecificRecord> producer = producers.get();
            current = producer;
            producer.initTransactions();
            commit(producer, List.of(SubscriberKeyRecords.marker()));
        }
    }

    /// Writes all of the records, and waits until they show. To be called in a step.
    void commit(List<ProducerRecord<String, SpecificRecord>> records) {
        Producer<String, SpecificRecord> producer = current;
        if (producer == null) {
            throw new IllegalStateException("not in the writer's place");
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
