package io.interlude.kit.history;

import io.interlude.kit.matching.EventMetadata;
import io.interlude.kit.state.StateUnavailableException;
import io.interlude.schema.client.SchemaException;
import java.time.Instant;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/// Reads the journal's bytes. Safe for use by many threads, as its deserializer is.
final class RecordDecoder {
    private final Deserializer<? extends SpecificRecord> deserializer;

    RecordDecoder(Deserializer<? extends SpecificRecord> deserializer) {
        this.deserializer = deserializer;
    }

    /// The record; empty for bytes that are none: nobody can be told whose they are.
    Optional<PlacedRecord> decode(ConsumerRecord<String, byte[]> found) {
        SpecificRecord event;
        try {
            event = deserializer.deserialize(found.topic(), found.value());
        } catch (SchemaException e) {
            if (e.retriable()) {
                throw new StateUnavailableException("the schema registry is away", e);
            }
            return Optional.empty();
        } catch (RuntimeException _) {
            return Optional.empty();
        }
        return Optional.ofNullable(event).map(read -> placed(found, read));
    }

    private static PlacedRecord placed(ConsumerRecord<String, byte[]> found, SpecificRecord event) {
        return new PlacedRecord(
                new TopicPartition(found.topic(), found.partition()),
                found.offset(),
                Instant.ofEpochMilli(found.timestamp()),
                EventMetadata.of(event),
                event);
    }
}
