package io.interlude.schema.serde;

import static java.util.Objects.requireNonNull;

import io.interlude.schema.client.SchemaException;
import io.interlude.schema.client.SchemaFault;
import io.interlude.schema.client.SchemaRegistryClient;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.FastReaderBuilder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/// Reads Avro records in Confluent's wire format, as generated classes or generic records. A record
/// of an older or newer schema of the same name is resolved to the class's own. The registry is
/// asked once for each schema id. Safe for use by many threads once it is configured.
///
/// @param <T> type of the records
public final class AvroDeserializer<T extends IndexedRecord> implements Deserializer<T> {
    private final Map<Integer, DatumReader<T>> idToReader = new ConcurrentHashMap<>();
    private final ThreadLocal<BinaryDecoder> decoders =
            ThreadLocal.withInitial(() -> DecoderFactory.get().binaryDecoder(new byte[0], null));
    private @Nullable RegistryConnection connection;
    private AvroSerdeConfig config = AvroSerdeConfig.specific();

    static {
        TrustedClasses.install();
    }

    /// For Kafka, which calls [#configure] next.
    public AvroDeserializer() {}

    /// A deserialiser that needs no [#configure].
    public AvroDeserializer(SchemaRegistryClient client, AvroSerdeConfig config) {
        this.connection = new RegistryConnection(client, false);
        this.config = requireNonNull(config, "config is null");
        config.specificType().ifPresent(TrustedClasses::trust);
    }

    /// Reads the settings of [AvroSerdeConfig], unless a constructor was given them.
    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        if (connection == null) {
            config = AvroSerdeConfig.of(configs, isKey);
            config.specificType().ifPresent(TrustedClasses::trust);
            connection = AvroSerdeConfig.connection(configs);
        }
    }

    /// The record, or null for null. Fails with [SchemaException].
    @Override
    @SuppressWarnings("NullAway") // Kafka's interface says nothing of null; a tombstone is one.
    public @Nullable T deserialize(String topic, byte @Nullable [] data) {
        if (data == null) {
            return null;
        }
        int id = ConfluentWire.schemaId(data);
        DatumReader<T> reader = reader(id);
        BinaryDecoder decoder = decoder(data);
        try {
            T value = reader.read(null, decoder);
            if (!decoder.isEnd()) {
                throw malformed(topic, id, "bytes are left over", null);
            }
            return value;
        } catch (IOException
                | AvroRuntimeException
                | ArithmeticException
                | IndexOutOfBoundsException
                | UnsupportedOperationException
                | NegativeArraySizeException e) {
            throw malformed(topic, id, e.toString(), e);
        }
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.close();
        }
    }

    private BinaryDecoder decoder(byte[] data) {
        int header = ConfluentWire.HEADER_BYTES;
        return DecoderFactory.get()
                .binaryDecoder(data, header, data.length - header, decoders.get());
    }

    private DatumReader<T> reader(int id) {
        DatumReader<T> reader = idToReader.get(id);
        if (reader == null) {
            Schema writer = requireNonNull(connection, "not configured").client().schemaOf(id);
            reader = reader(id, writer);
            idToReader.put(id, reader);
        }
        return reader;
    }

    private DatumReader<T> reader(int id, Schema writer) {
        try {
            if (!config.specificReader()) {
                return new FastReaderBuilder(GenericData.get()).createDatumReader(writer, writer);
            }
            Class<? extends SpecificRecord> type =
                    config.specificType().orElseGet(() -> generatedClass(writer));
            SpecificData model = SpecificData.getForClass(type);
            Schema own = model.getSchema(type);
            requireSameRecord(id, writer, own);
            return new FastReaderBuilder(model)
                    .createDatumReader(writer, without(config.leftOut(), own));
        } catch (IOException | AvroRuntimeException broken) {
            throw new SchemaException(
                    SchemaFault.SCHEMA_REFUSED,
                    "schema %d cannot be read: %s".formatted(id, broken.getMessage()),
                    broken);
        }
    }

    /// Avro resolves records by their fields alone, so one of another kind that has those of the
    /// class would pass for it.
    private static void requireSameRecord(int id, Schema writer, Schema own) {
        if (writer.getType() != Schema.Type.RECORD
                || !writer.getFullName().equals(own.getFullName())) {
            throw new SchemaException(
                    SchemaFault.SCHEMA_REFUSED,
                    "schema %d is no schema of %s".formatted(id, own.getFullName()));
        }
    }

    /// The schema with other names for these fields: nothing that was written is theirs then, and
    /// the class still finds each at its place.
    private static Schema without(Set<String> leftOut, Schema whole) {
        if (whole.getFields().stream().noneMatch(field -> leftOut.contains(field.name()))) {
            return whole;
        }
        return Schema.createRecord(
                whole.getName(),
                whole.getDoc(),
                whole.getNamespace(),
                whole.isError(),
                whole.getFields().stream()
                        .map(field ->
                                leftOut.contains(field.name())
                                        ? new Schema.Field(
                                                field.name() + "LeftOut",
                                                field.schema(),
                                                field.doc(),
                                                field.defaultVal())
                                        : new Schema.Field(field, field.schema()))
                        .toList());
    }

    private static Class<? extends SpecificRecord> generatedClass(Schema writer) {
        Class<?> type = SpecificData.get().getClass(writer);
        if (type == null || !SpecificRecord.class.isAssignableFrom(type)) {
            throw new SchemaException(
                    SchemaFault.SCHEMA_REFUSED,
                    "there is no generated class %s".formatted(writer.getFullName()));
        }
        return type.asSubclass(SpecificRecord.class);
    }

    private static SchemaException malformed(
            String topic, int id, String why, @Nullable Throwable cause) {
        return new SchemaException(
                SchemaFault.MALFORMED_RECORD,
                "a record of topic %s does not fit its schema %d: %s".formatted(topic, id, why),
                cause);
    }
}
