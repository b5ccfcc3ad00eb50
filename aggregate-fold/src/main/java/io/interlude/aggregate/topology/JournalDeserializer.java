package io.interlude.aggregate.topology;

import io.interlude.schema.topic.Topic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;

/// Reads the values of several topics, each as its own type. Bytes that are no record become a
/// value, so that they take the ordinary way to `ads.rejected` within the transaction. What may
/// work later, such as a registry that does not answer, is thrown: the thread is replaced and reads
/// the record again.
final class JournalDeserializer implements Deserializer<JournalRecord> {
    private final TopicSerdes serdes;
    private final Map<String, Deserializer<? extends SpecificRecord>> topicToDeserializer;

    JournalDeserializer(List<Topic<?>> topics, TopicSerdes serdes) {
        this.serdes = serdes;
        topicToDeserializer = new HashMap<>();
        topics.forEach(
                topic -> topicToDeserializer.put(topic.name(), serdes.of(topic).deserializer()));
    }

    @Override
    public JournalRecord deserialize(String topic, byte[] bytes) {
        Deserializer<? extends SpecificRecord> deserializer = topicToDeserializer.get(topic);
        if (deserializer == null) {
            throw new SerializationException("not a topic of the journal: " + topic);
        }
        try {
            SpecificRecord event = deserializer.deserialize(topic, bytes);
            return event == null
                    ? new JournalRecord.Undecodable("The record is empty.")
                    : new JournalRecord.Decoded(event);
        } catch (StackOverflowError e) {
            // Of a schema that nests without end.
            return undecodable(e);
        } catch (RuntimeException e) {
            if (serdes.retriable(e)) {
                throw e;
            }
            return undecodable(e);
        }
    }

    private static JournalRecord undecodable(Throwable e) {
        return new JournalRecord.Undecodable(
                "The record does not fit a schema of its topic: " + e.getClass().getSimpleName());
    }
}
