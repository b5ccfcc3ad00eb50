package io.interlude.journal.history;

import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.client.SchemaException;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/// Reads the journal's bytes. Safe for use by many threads, as its deserializer is.
public final class RecordDecoder {
    private static final Map<String, Class<? extends SpecificRecord>> TOPIC_TO_TYPE =
            Topics.all().stream().collect(Collectors.toMap(Topic::name, Topic::valueType));

    private final Deserializer<? extends SpecificRecord> deserializer;

    public RecordDecoder(Deserializer<? extends SpecificRecord> deserializer) {
        this.deserializer = deserializer;
    }

    /// The event; empty for what the aggregator rejects as unreadable: no value, bytes that are no
    /// record, and a record of another type than the topic's. It cannot be told whose that is.
    ///
    /// @throws StateUnavailableException if its schema cannot be asked for now
    public Optional<JournalEvent> event(ConsumerRecord<String, byte[]> found) {
        return record(found).map(JournalEvent.class::cast);
    }

    /// The same of a topic whose records are no events.
    public Optional<SpecificRecord> record(ConsumerRecord<String, byte[]> found) {
        try {
            Class<?> type = TOPIC_TO_TYPE.get(found.topic());
            return Optional.<SpecificRecord>ofNullable(
                            deserializer.deserialize(found.topic(), found.value()))
                    .filter(read -> read.getClass() == type);
        } catch (SchemaException e) {
            if (e.retriable()) {
                throw new StateUnavailableException("the schema registry is away", e);
            }
            return Optional.empty();
        } catch (RuntimeException _) {
            return Optional.empty();
        }
    }

    /// The event with its place in the journal; empty for bytes that are none.
    Optional<PlacedRecord> decode(ConsumerRecord<String, byte[]> found) {
        return event(found).map(read -> placed(found, read));
    }

    private static PlacedRecord placed(ConsumerRecord<String, byte[]> found, JournalEvent event) {
        return new PlacedRecord(
                new TopicPartition(found.topic(), found.partition()),
                found.offset(),
                Instant.ofEpochMilli(found.timestamp()),
                event);
    }
}
