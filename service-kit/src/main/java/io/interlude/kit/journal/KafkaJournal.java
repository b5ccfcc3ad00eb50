package io.interlude.kit.journal;

import static java.util.Objects.requireNonNull;

import io.interlude.schema.client.SchemaException;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The journal in Kafka, by one producer that all threads share. Futures complete on the producer's
/// own thread: what follows them must not wait.
public final class KafkaJournal implements Journal, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaJournal.class);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);
    private static final Duration WARM_UP_DEADLINE = Duration.ofSeconds(30);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(5);

    private final Producer<String, SpecificRecord> producer;
    private final int partitionCount;
    private final AppendMetrics metrics;
    private final AtomicInteger inFlight = new AtomicInteger();

    /// @param producer one whose sends do not wait; closed with the journal
    public KafkaJournal(
            Producer<String, SpecificRecord> producer, int partitionCount, MeterRegistry registry) {
        this.producer = requireNonNull(producer, "producer is null");
        this.partitionCount = partitionCount;
        this.metrics = new AppendMetrics(registry, Topics.all());
        Gauge.builder("journal.appends.in.flight", inFlight, AtomicInteger::get)
                .description("Appends that are sent and not yet acknowledged.")
                .register(registry);
    }

    /// Waits until the topics' metadata is here, so that the first append need not fail for lack of
    /// it. Blocks: call before requests come.
    ///
    /// @throws JournalUnavailableException if a topic is not there within 30 s
    public void warmUp(Collection<? extends Topic<?>> topics) {
        long deadlineNanos = System.nanoTime() + WARM_UP_DEADLINE.toNanos();
        for (Topic<?> topic : topics) {
            awaitMetadata(topic, deadlineNanos);
        }
    }

    private void awaitMetadata(Topic<?> topic, long deadlineNanos) {
        while (true) {
            try {
                producer.partitionsFor(topic.name());
                return;
            } catch (KafkaException e) {
                if (System.nanoTime() > deadlineNanos) {
                    throw new JournalUnavailableException(e);
                }
                LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
            }
        }
    }

    @Override
    public <V extends SpecificRecord> CompletableFuture<JournalPosition> append(
            Topic<V> topic, int partition, @Nullable String key, V value) {
        CompletableFuture<JournalPosition> appended = new CompletableFuture<>();
        long startNanos = System.nanoTime();
        inFlight.incrementAndGet();
        try {
            Future<RecordMetadata> _ =
                    producer.send(
                            record(topic, partition, key, value),
                            (metadata, e) -> complete(topic, startNanos, appended, metadata, e));
        } catch (RuntimeException e) {
            fail(topic, appended, e);
        }
        return appended;
    }

    @SuppressWarnings("NullAway") // Kafka takes a record without key.
    private static ProducerRecord<String, SpecificRecord> record(
            Topic<?> topic, int partition, @Nullable String key, SpecificRecord value) {
        return new ProducerRecord<>(topic.name(), partition, key, value);
    }

    private void complete(
            Topic<?> topic,
            long startNanos,
            CompletableFuture<JournalPosition> appended,
            RecordMetadata metadata,
            @Nullable Exception error) {
        if (error != null) {
            fail(topic, appended, error);
            return;
        }
        inFlight.decrementAndGet();
        metrics.appended(topic, System.nanoTime() - startNanos);
        appended.complete(new JournalPosition(metadata.partition(), metadata.offset()));
    }

    private void fail(Topic<?> topic, CompletableFuture<?> appended, Exception error) {
        inFlight.decrementAndGet();
        metrics.failed(topic);
        boolean retriable = isRetriable(error);
        LOG.debug("journal.failed topic={} retriable={}", topic.name(), retriable, error);
        appended.completeExceptionally(retriable ? new JournalUnavailableException(error) : error);
    }

    /// A record that can never be written is a fault of ours, not of the journal.
    private static boolean isRetriable(Exception error) {
        return switch (error) {
            case SchemaException schema -> schema.retriable();
            case SerializationException _ -> false;
            case RecordTooLargeException _ -> false;
            default -> error instanceof KafkaException;
        };
    }

    @Override
    public int partitionCount() {
        return partitionCount;
    }

    /// Sends what is still buffered, waiting at most 5 s for it.
    @Override
    public void close() {
        producer.close(CLOSE_DEADLINE);
    }
}
