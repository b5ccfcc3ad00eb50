package io.interlude.schema.registry;

import static java.util.Objects.requireNonNull;

import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/// The journal of the registry in the compacted topic `_schemas`, which must exist with one
/// partition. What was written is read back from the broker, so that the registry never holds a
/// version that the broker lost.
public final class KafkaSchemaJournal implements SchemaJournal {
    private static final TopicPartition PARTITION = new TopicPartition(Topics.SCHEMAS_TOPIC, 0);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int FETCH_WAIT_MILLIS = 5;

    /// The first read may find brokers that were killed and look through what they hold: on a slow
    /// disk that takes a minute.
    private static final Duration FIRST_ANSWER = Duration.ofMinutes(2);

    private final Producer<String, String> producer;
    private final org.apache.kafka.clients.consumer.Consumer<String, String> consumer;
    private final Duration deadline;
    private Duration patience;
    private long writtenEnd;

    KafkaSchemaJournal(
            Producer<String, String> producer,
            org.apache.kafka.clients.consumer.Consumer<String, String> consumer,
            Duration firstAnswer,
            Duration deadline) {
        this.producer = producer;
        this.consumer = consumer;
        this.deadline = deadline;
        patience = firstAnswer;
        consumer.assign(List.of(PARTITION));
        consumer.seekToBeginning(List.of(PARTITION));
    }

    /// A journal on these brokers.
    ///
    /// @param clientConfigs where the brokers are and how to log in; the rest is set here
    /// @param deadline longest time for a write, and for a read to get any further; the first
    ///   answer of all may take two minutes
    public static KafkaSchemaJournal open(Map<String, ?> clientConfigs, Duration deadline) {
        requireNonNull(deadline, "deadline is null");
        return new KafkaSchemaJournal(
                new KafkaProducer<>(
                        producerConfigs(clientConfigs, deadline),
                        new StringSerializer(),
                        new StringSerializer()),
                new KafkaConsumer<>(
                        consumerConfigs(clientConfigs),
                        new StringDeserializer(),
                        new StringDeserializer()),
                FIRST_ANSWER,
                deadline);
    }

    @Override
    public void read(Consumer<SchemaJournalEntry> reader) {
        try {
            long end = Math.max(writtenEnd, endOffset());
            long lastProgress = System.nanoTime();
            while (consumer.position(PARTITION, deadline) < end) {
                long before = consumer.position(PARTITION, deadline);
                consumer.poll(POLL).records(PARTITION).forEach(it -> reader.accept(entry(it)));
                if (consumer.position(PARTITION, deadline) > before) {
                    lastProgress = System.nanoTime();
                } else if (System.nanoTime() - lastProgress > deadline.toNanos()) {
                    throw failed("the journal could not be read to its end", null);
                }
            }
        } catch (KafkaException unreadable) {
            throw failed("the journal could not be read", unreadable);
        }
    }

    @Override
    public void append(SchemaJournalEntry entry) {
        ProducerRecord<String, String> written =
                new ProducerRecord<>(Topics.SCHEMAS_TOPIC, 0, entry.key(), entry.value());
        try {
            RecordMetadata position =
                    producer.send(written).get(deadline.toMillis(), TimeUnit.MILLISECONDS);
            writtenEnd = position.offset() + 1;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw failed("the write was interrupted", interrupted);
        } catch (ExecutionException | TimeoutException | KafkaException unwritten) {
            throw failed("the journal did not acknowledge in time", unwritten);
        }
    }

    @Override
    public void close() {
        producer.close(deadline);
        consumer.close();
    }

    private long endOffset() {
        Long end = consumer.endOffsets(List.of(PARTITION), patience).get(PARTITION);
        patience = deadline;
        return requireNonNull(end, "the broker told no end offset");
    }

    private static SchemaJournalEntry entry(ConsumerRecord<String, String> entry) {
        // Confluent writes no record without a key; one of another hand has no meaning here.
        return new SchemaJournalEntry(entry.key() == null ? "" : entry.key(), entry.value());
    }

    private static RegistryException failed(String what, @Nullable Throwable cause) {
        return new RegistryException(
                RegistryError.STORE_FAILED, "Error in the backend data store: " + what, cause);
    }

    private static Map<String, Object> producerConfigs(
            Map<String, ?> clientConfigs, Duration deadline) {
        int millis = Math.toIntExact(deadline.toMillis());
        Map<String, Object> configs = new HashMap<>(clientConfigs);
        configs.put(ProducerConfig.ACKS_CONFIG, "all");
        configs.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        configs.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        configs.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, millis);
        configs.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, millis);
        configs.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, millis);
        return configs;
    }

    private static Map<String, Object> consumerConfigs(Map<String, ?> clientConfigs) {
        Map<String, Object> configs = new HashMap<>(clientConfigs);
        // The consumer asks for more behind our back, and the question for the end would stand in
        // line
        // behind that: half a second for each write by default.
        configs.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MILLIS);
        configs.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        configs.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        configs.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return configs;
    }
}
