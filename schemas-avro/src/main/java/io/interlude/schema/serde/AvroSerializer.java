package io.interlude.schema.serde;

import static java.util.Objects.requireNonNull;

import io.interlude.schema.client.SchemaException;
import io.interlude.schema.client.SchemaFault;
import io.interlude.schema.client.SchemaRegistryClient;
import io.interlude.schema.client.SubjectVersion;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/// Writes generated and generic Avro records in Confluent's wire format. The registry is asked once
/// for each topic and schema. Safe for use by many threads once it is configured.
///
/// @param <T> type of the records
public final class AvroSerializer<T extends IndexedRecord> implements Serializer<T> {
    /// Above this many schemas of one topic the caller makes a new schema for each record.
    private static final int MAX_SCHEMAS_PER_TOPIC = 1000;

    private final Map<String, Map<Schema, RecordEncoder<IndexedRecord>>> topicToEncoders =
            new ConcurrentHashMap<>();
    private @Nullable RegistryConnection connection;
    private AvroSerdeConfig config = AvroSerdeConfig.specific();
    private boolean isKey;

    static {
        TrustedClasses.install();
    }

    /// For Kafka, which calls [#configure] next.
    public AvroSerializer() {}

    /// A serialiser of values that needs no [#configure].
    public AvroSerializer(SchemaRegistryClient client, AvroSerdeConfig config) {
        this.connection = new RegistryConnection(client, false);
        this.config = requireNonNull(config, "config is null");
    }

    /// Reads the settings of [AvroSerdeConfig], unless a constructor was given them.
    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        this.isKey = isKey;
        if (connection == null) {
            config = AvroSerdeConfig.of(configs, isKey);
            connection = AvroSerdeConfig.connection(configs);
        }
    }

    /// The record's bytes, or null for null. Fails with [SchemaException].
    @Override
    @SuppressWarnings("NullAway") // Kafka's interface says nothing of null; a tombstone is one.
    public byte @Nullable [] serialize(String topic, @Nullable T data) {
        if (data == null) {
            return null;
        }
        RecordEncoder<IndexedRecord> encoder = encoder(topic, data);
        try {
            return encoder.encode(data);
        } catch (IOException | AvroRuntimeException | ClassCastException | NullPointerException e) {
            throw new SchemaException(
                    SchemaFault.MALFORMED_RECORD,
                    "a record for topic %s does not fit its schema %s"
                            .formatted(topic, data.getSchema().getFullName()),
                    e);
        }
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.close();
        }
    }

    private RecordEncoder<IndexedRecord> encoder(String topic, IndexedRecord data) {
        Map<Schema, RecordEncoder<IndexedRecord>> encoders = topicToEncoders.get(topic);
        if (encoders == null) {
            encoders = topicToEncoders.computeIfAbsent(topic, _ -> new ConcurrentHashMap<>());
        }
        // Generated classes have one schema object, so this compares references.
        RecordEncoder<IndexedRecord> encoder = encoders.get(data.getSchema());
        if (encoder == null) {
            encoder = newEncoder(topic, data);
            if (encoders.size() >= MAX_SCHEMAS_PER_TOPIC) {
                encoders.clear();
            }
            encoders.put(data.getSchema(), encoder);
        }
        return encoder;
    }

    private RecordEncoder<IndexedRecord> newEncoder(String topic, IndexedRecord data) {
        Schema schema = data.getSchema();
        String subject = config.subjectNames().subject(topic, isKey, schema.getFullName());
        return new RecordEncoder<>(ConfluentWire.header(id(subject, schema)), writer(data));
    }

    private int id(String subject, Schema schema) {
        SchemaRegistryClient client = requireNonNull(connection, "not configured").client();
        if (config.useLatestVersion()) {
            return latestId(client.latest(subject), schema);
        }
        return config.autoRegister()
                ? client.register(subject, schema)
                : client.idOf(subject, schema);
    }

    private static int latestId(SubjectVersion latest, Schema schema) {
        String expected = SchemaNormalization.toParsingForm(latest.schema());
        if (!expected.equals(SchemaNormalization.toParsingForm(schema))) {
            throw new SchemaException(
                    SchemaFault.SCHEMA_REFUSED,
                    "the newest version of %s has other fields than the record"
                            .formatted(latest.subject()));
        }
        return latest.id();
    }

    @SuppressWarnings("unchecked") // A record's writer is only given records of its schema.
    private static DatumWriter<IndexedRecord> writer(IndexedRecord data) {
        if (data instanceof SpecificRecord) {
            SpecificData model = SpecificData.getForClass(data.getClass());
            return new SpecificDatumWriter<>(data.getSchema(), model);
        }
        return new GenericDatumWriter<>(data.getSchema(), GenericData.get());
    }
}
