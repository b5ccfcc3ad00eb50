package io.interlude.aggregate.boot;

import io.interlude.aggregate.topology.TopicSerdes;
import io.interlude.schema.client.SchemaException;
import io.interlude.schema.client.SchemaRegistryClient;
import io.interlude.schema.serde.AvroSerde;
import io.interlude.schema.topic.Topic;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.Serde;

/// Serdes of the schema registry's wire format.
final class RegistryTopicSerdes implements TopicSerdes {
    private final SchemaRegistryClient client;

    RegistryTopicSerdes(SchemaRegistryClient client) {
        this.client = client;
    }

    @Override
    public <V extends SpecificRecord> Serde<V> of(Topic<V> topic) {
        return AvroSerde.of(client, topic.valueType());
    }

    @Override
    public boolean retriable(RuntimeException thrown) {
        return thrown instanceof RetriableException
                || (thrown instanceof SchemaException schema && schema.retriable());
    }
}
