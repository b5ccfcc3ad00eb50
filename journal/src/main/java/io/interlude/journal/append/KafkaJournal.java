package io.interlude.journal.append;

import static java.util.Objects.requireNonNull;

import io.interlude.journal.append.SendFailure.SendOutcome;
import io.interlude.journal.availability.JournalUnavailableException;
import io.interlude.schema.client.SchemaException;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;
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

    private final Producer<String, byte[]> producer;
    private final Serializer<SpecificRecord> serializer;
    private final int partitionCount;
    private final InstantSource clock;
    private final AppendMetrics metrics;
    private final AtomicInteger inFlight = new AtomicInteger();

    /// @param producer one whose sends do not wait; closed with the journal
    /// @param serializer safe for use by many threads
    public KafkaJournal(
            Producer<String, byte[]> producer,
            Serializer<SpecificRecord> serializer,
            int partitionCount,
            InstantSource clock,
            MeterRegistry registry) {
        this.producer = requireNonNull(producer, "producer is null");
        this.serializer = requireNonNull(serializer, "serializer is null");
        this.partitionCount = partitionCount;
        this.clock = requireNonNull(clock, "clock is null");
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
        try {
            send(serialize(topic, partition, key, value), new Completing(appended));
        } catch (RuntimeException e) {
            appended.completeExceptionally(e);
        }
        return appended;
    }

    /// The record as it is sent, stamped with the time.
    ///
    /// @throws JournalUnavailableException when its schema's id cannot be had now
    public SerializedRecord serialize(
            Topic<?> topic, int partition, @Nullable String key, SpecificRecord value) {
        try {
            byte[] bytes = serializer.serialize(topic.name(), value);
            return new SerializedRecord(
                    topic.name(),
                    partition,
                    key,
                    bytes,
                    clock.instant().truncatedTo(ChronoUnit.MILLIS));
        } catch (SchemaException e) {
            throw e.retriable() ? new JournalUnavailableException(e) : e;
        }
    }

    /// Gives the record to the producer. Never waits and never throws; a record that the producer
    /// does not take is told to the listener before this returns.
    public void send(SerializedRecord sent, SendListener listener) {
        String topic = sent.topic();
        long startNanos = System.nanoTime();
        inFlight.incrementAndGet();
        Thread caller = Thread.currentThread();
        boolean[] returned = new boolean[1];
        try {
            Future<RecordMetadata> _ =
                    producer.send(
                            record(sent),
                            (metadata, e) -> {
                                if (e == null) {
                                    acknowledge(topic, startNanos, listener, metadata);
                                } else {
                                    boolean taken =
                                            !Thread.currentThread().equals(caller) || returned[0];
                                    fail(topic, listener, new SendFailure(outcome(e, taken), e));
                                }
                            });
            returned[0] = true;
        } catch (RuntimeException e) {
            fail(topic, listener, new SendFailure(outcome(e, false), e));
        }
    }

    @SuppressWarnings("NullAway") // Kafka takes a record without key.
    private static ProducerRecord<String, byte[]> record(SerializedRecord sent) {
        return new ProducerRecord<>(
                sent.topic(),
                sent.partition(),
                sent.appendedAt().toEpochMilli(),
                sent.key(),
                sent.value());
    }

    private void acknowledge(
            String topic, long startNanos, SendListener listener, RecordMetadata metadata) {
        inFlight.decrementAndGet();
        metrics.appended(topic, System.nanoTime() - startNanos);
        listener.acknowledged(new JournalPosition(metadata.partition(), metadata.offset()));
    }

    private void fail(String topic, SendListener listener, SendFailure failure) {
        inFlight.decrementAndGet();
        metrics.failed(topic);
        LOG.debug("journal.failed topic={} fate={}", topic, failure.outcome(), failure.cause());
        listener.failed(failure);
    }

    /// @param taken whether the producer had taken the record before it failed
    private static SendOutcome outcome(Exception error, boolean taken) {
        return switch (error) {
            case SerializationException _ -> SendOutcome.UNWRITABLE;
            case RecordTooLargeException _ -> SendOutcome.UNWRITABLE;
            case InvalidRecordException _ -> SendOutcome.UNWRITABLE;
            case InvalidTimestampException _ -> SendOutcome.UNWRITABLE;
            default -> taken ? SendOutcome.UNKNOWN : SendOutcome.NOT_SENT;
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

    /// A record that can never be written is a fault of ours, not of the journal.
    private record Completing(CompletableFuture<JournalPosition> appended) implements SendListener {
        @Override
        public void acknowledged(JournalPosition position) {
            appended.complete(position);
        }

        @Override
        public void failed(SendFailure failure) {
            appended.completeExceptionally(
                    failure.outcome() == SendOutcome.UNWRITABLE
                            ? failure.cause()
                            : new JournalUnavailableException(failure.cause()));
        }
    }
}
