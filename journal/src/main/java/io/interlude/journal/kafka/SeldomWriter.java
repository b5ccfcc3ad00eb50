package io.interlude.journal.kafka;

import io.interlude.schema.topic.Topic;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/// Writes records that are few, with a producer that is made for the first of them. Safe for use by
/// many threads.
public final class SeldomWriter implements AutoCloseable {
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(2);

    private final KafkaClients clients;
    private final String clientId;
    private @Nullable Producer<String, SpecificRecord> producer;

    /// @param clientId of the producer
    public SeldomWriter(KafkaClients clients, String clientId) {
        this.clients = clients;
        this.clientId = clientId;
    }

    /// Writes a record, or deletes those of the key.
    ///
    /// @param value null to delete
    /// @return completes once it is safe
    public <V extends SpecificRecord> CompletableFuture<Void> write(
            Topic<V> topic, String key, @Nullable V value) {
        CompletableFuture<Void> written = new CompletableFuture<>();
        // A producer may wait for metadata.
        Thread.startVirtualThread(() -> send(topic, key, value, written));
        return written;
    }

    private void send(
            Topic<?> topic,
            String key,
            @Nullable SpecificRecord value,
            CompletableFuture<Void> written) {
        try {
            var _ =
                    producer()
                            .send(
                                    new ProducerRecord<>(topic.name(), key, value),
                                    (_, failure) -> {
                                        if (failure == null) {
                                            written.complete(null);
                                        } else {
                                            written.completeExceptionally(failure);
                                        }
                                    });
        } catch (RuntimeException failure) {
            written.completeExceptionally(failure);
        }
    }

    private synchronized Producer<String, SpecificRecord> producer() {
        Producer<String, SpecificRecord> made = producer;
        if (made == null) {
            made = clients.plainProducer(clientId);
            producer = made;
        }
        return made;
    }

    @Override
    public synchronized void close() {
        if (producer != null) {
            producer.close(CLOSE_DEADLINE);
        }
    }
}
