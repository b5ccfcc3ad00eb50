package io.interlude.journal.kafka;

import static java.util.Objects.requireNonNull;

import io.interlude.schema.client.SchemaException;
import io.interlude.schema.client.SchemaFault;
import io.interlude.schema.client.SchemaRegistryClient;
import io.interlude.schema.serde.AvroDeserializer;
import io.interlude.schema.serde.AvroSerdeConfig;
import io.interlude.schema.serde.AvroSerializer;
import io.interlude.schema.topic.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/// Makes the Kafka clients of a process. The caller closes each client that it gets.
public final class KafkaClients {
    /// How long an append may take from send to acknowledgement.
    public static final Duration DELIVERY_DEADLINE = Duration.ofSeconds(5);

    private static final Duration REQUEST_DEADLINE = Duration.ofSeconds(2);
    private static final Duration TRANSACTION_DEADLINE = Duration.ofSeconds(10);
    private static final Duration LONGEST_RECONNECT_WAIT = Duration.ofSeconds(1);
    private static final Duration METADATA_KEPT = Duration.ofDays(1);
    private static final Duration TRANSACTION_RETRY = Duration.ofMillis(20);
    private static final long BUFFER_BYTES = 32L << 20;
    private static final int BATCH_BYTES = 64 << 10;
    private static final int READING_BYTES = 128 << 10;
    private static final int BULK_RECORDS = 5_000;
    private static final int MERGED_RECORDS = 500;

    /// What neither counts by attributes nor decides whether something does.
    private static final Set<String> UNCOUNTED =
            Set.of("candidates", "contextHash", "state", "keyedRequest", "advertiser", "encrypted");

    /// Of one answer, which lives as long as its records are being read: a large one outlives young
    /// collections of the heap.
    private static final int SEALING_BYTES = 512 << 10;

    private final KafkaConnection connection;
    private final SchemaRegistryClient registry;
    private final AvroSerializer<SpecificRecord> serializer;
    private final AtomicLong readings = new AtomicLong();

    /// On a Kafka without encryption and login.
    public KafkaClients(String bootstrapServers, SchemaRegistryClient registry) {
        this(KafkaConnection.plain(bootstrapServers), registry);
    }

    public KafkaClients(KafkaConnection connection, SchemaRegistryClient registry) {
        this.connection = requireNonNull(connection, "connection is null");
        this.registry = requireNonNull(registry, "registry is null");
        this.serializer = new AvroSerializer<>(registry, AvroSerdeConfig.specific());
    }

    /// A producer for the journal. Idempotent, acknowledged by all in-sync replicas, and without
    /// linger: an idle broker gets a record at once, and while it has not answered the records of
    /// the meantime gather into its next request (Nagle's way). Five requests under way, as is
    /// usual, were five times as many for the same records. Sends never wait: with a full buffer or
    /// before the topic's metadata is there they fail at once. What it has taken it keeps trying,
    /// so that a record is written once however long Kafka is away. Records of a few hundred bytes
    /// are not compressed one by one.
    public Producer<String, byte[]> journalProducer() {
        Map<String, Object> settings = producerSettings("interlude-journal");
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0);
        settings.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, METADATA_KEPT.toMillis());
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        return new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
    }

    /// A producer of records that are written now and then. Idempotent; a send fails after 5 s.
    public Producer<String, SpecificRecord> plainProducer(String clientId) {
        Map<String, Object> settings = producerSettings(clientId);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, DELIVERY_DEADLINE.toMillis());
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) DELIVERY_DEADLINE.toMillis());
        return producer(settings);
    }

    /// A producer of transactions. Another one with the same id, in this process or not, shuts this
    /// one out; it then soon asks again whether the other's transaction is ended.
    public Producer<String, SpecificRecord> transactionalProducer(String transactionalId) {
        Map<String, Object> settings = producerSettings(transactionalId);
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        settings.put(
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, (int) TRANSACTION_DEADLINE.toMillis());
        settings.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, TRANSACTION_RETRY.toMillis());
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, DELIVERY_DEADLINE.toMillis());
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) DELIVERY_DEADLINE.toMillis());
        return producer(settings);
    }

    /// A consumer of committed records for a [io.interlude.journal.projection.TopicReader]: without
    /// group, starting where it is told to. Values stay bytes, so that one that cannot be read does
    /// not stop the others.
    public Consumer<String, byte[]> projectionConsumer(String name) {
        Map<String, Object> settings = commonSettings("interlude-projection-" + name);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5_000);
        // A record ends the wait; a dozen readers who ask more often cost a part of a core at rest.
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 2_000);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
    }

    /// A consumer of committed records for one answer: without group, starting where it is told to,
    /// and with little in memory. Values stay bytes.
    public Consumer<String, byte[]> readingConsumer() {
        Map<String, Object> settings =
                commonSettings("interlude-reading-" + readings.incrementAndGet());
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, READING_BYTES);
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 50);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(
                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) DELIVERY_DEADLINE.toMillis());
        settings.put(ConsumerConfig.METRIC_REPORTER_CLASSES_CONFIG, "");
        settings.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        return new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
    }

    /// A consumer of the newest records, for callers that wait for them: without group, starting
    /// where it is told to. Brokers answer it at once, with nothing if there is nothing: the next
    /// question, about other partitions, could not be sent before.
    public Consumer<String, byte[]> tailConsumer() {
        return bulkConsumer("tail", 1, BULK_RECORDS);
    }

    /// A consumer of committed records that reads the whole journal: like [#readingConsumer], with
    /// more in memory.
    public Consumer<String, byte[]> replayConsumer() {
        return bulkConsumer("replay", 20, BULK_RECORDS);
    }

    /// Like [#replayConsumer], with a few hundred records at a time: for who changes often which
    /// partitions to read.
    public Consumer<String, byte[]> mergingConsumer() {
        return bulkConsumer("merging", 20, MERGED_RECORDS);
    }

    /// @param maxWaitMillis how long brokers may wait for records before they answer with none
    private Consumer<String, byte[]> bulkConsumer(String name, int maxWaitMillis, int maxRecords) {
        Map<String, Object> settings =
                commonSettings("interlude-" + name + "-" + readings.incrementAndGet());
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, maxRecords);
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, maxWaitMillis);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.METRIC_REPORTER_CLASSES_CONFIG, "");
        settings.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        return new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
    }

    /// A consumer of committed records that follows the journal in the background, little by
    /// little: without group, and with keys and values as they are. It fails where the journal has
    /// not what it should read, instead of going elsewhere.
    public Consumer<byte[], byte[]> sealingConsumer() {
        Map<String, Object> settings =
                commonSettings("interlude-sealing-" + readings.incrementAndGet());
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1_000);
        settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, READING_BYTES);
        settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, SEALING_BYTES);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.METRIC_REPORTER_CLASSES_CONFIG, "");
        settings.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        return new KafkaConsumer<>(
                settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /// A consumer of single partitions, to look for records: all of them, committed or not, with no
    /// key or value read.
    public Consumer<byte[], byte[]> scanConsumer() {
        Map<String, Object> settings = commonSettings("interlude-outbox-scan");
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5_000);
        settings.put(
                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) DELIVERY_DEADLINE.toMillis());
        return new KafkaConsumer<>(
                settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /// Asks brokers about topics and groups.
    public Admin admin() {
        return Admin.create(connection.adminSettings());
    }

    /// Writes records in the form of the topics. Safe for use by many threads.
    public Serializer<SpecificRecord> serializer() {
        return serializer;
    }

    /// Reads any record that the registry knows, as its generated class.
    public Deserializer<SpecificRecord> deserializer() {
        return new AvroDeserializer<>(registry, AvroSerdeConfig.specific());
    }

    /// Reads any record that the registry knows but for the verdicts on candidates, which are most
    /// of a request's bytes.
    public Deserializer<SpecificRecord> outlineDeserializer() {
        return leavingOut(Set.of("candidates"));
    }

    /// Reads any record that the registry knows but for what counts by attributes for nothing,
    /// which is most of a request's bytes.
    public Deserializer<SpecificRecord> countedDeserializer() {
        return leavingOut(UNCOUNTED);
    }

    private Deserializer<SpecificRecord> leavingOut(Set<String> fields) {
        return new AvroDeserializer<>(registry, AvroSerdeConfig.specific().leavingOut(fields));
    }

    /// Asks the registry for the schema id of the topic's records, which the producers' first
    /// record would do otherwise. Blocks.
    public void prepare(Topic<?> topic) {
        Class<? extends SpecificRecord> type = topic.valueType();
        Schema schema = SpecificData.get().getSchema(type);
        try {
            serializer.serialize(
                    topic.name(), (SpecificRecord) SpecificData.newInstance(type, schema));
        } catch (SchemaException e) {
            // An empty record has a schema, but misses its required fields.
            if (e.fault() != SchemaFault.MALFORMED_RECORD) {
                throw e;
            }
        }
    }

    public SchemaRegistryClient registry() {
        return registry;
    }

    private Producer<String, SpecificRecord> producer(Map<String, Object> settings) {
        return new KafkaProducer<>(settings, new StringSerializer(), serializer);
    }

    private Map<String, Object> producerSettings(String clientId) {
        Map<String, Object> settings = commonSettings(clientId);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) REQUEST_DEADLINE.toMillis());
        return settings;
    }

    private Map<String, Object> commonSettings(String clientId) {
        Map<String, Object> settings = connection.settings();
        settings.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
        settings.put(
                CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG,
                LONGEST_RECONNECT_WAIT.toMillis());
        return settings;
    }
}
