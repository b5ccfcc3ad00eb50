package io.interlude.schema.serde;

import io.interlude.schema.client.SchemaRegistryClient;
import java.util.Map;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/// [AvroSerializer] and [AvroDeserializer] together.
///
/// @param <T> type of the records
public final class AvroSerde<T extends IndexedRecord> implements Serde<T> {
    private final AvroSerializer<T> serializer;
    private final AvroDeserializer<T> deserializer;

    /// For Kafka, which calls [#configure] next.
    public AvroSerde() {
        this(new AvroSerializer<>(), new AvroDeserializer<>());
    }

    private AvroSerde(AvroSerializer<T> serializer, AvroDeserializer<T> deserializer) {
        this.serializer = serializer;
        this.deserializer = deserializer;
    }

    /// A serde of values of a generated class that needs no [#configure].
    public static <V extends SpecificRecord> AvroSerde<V> of(
            SchemaRegistryClient client, Class<V> type) {
        AvroSerdeConfig config = AvroSerdeConfig.specific().readingAs(type);
        return new AvroSerde<>(
                new AvroSerializer<>(client, config), new AvroDeserializer<>(client, config));
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        serializer.configure(configs, isKey);
        deserializer.configure(configs, isKey);
    }

    @Override
    public Serializer<T> serializer() {
        return serializer;
    }

    @Override
    public Deserializer<T> deserializer() {
        return deserializer;
    }

    @Override
    public void close() {
        serializer.close();
        deserializer.close();
    }
}
