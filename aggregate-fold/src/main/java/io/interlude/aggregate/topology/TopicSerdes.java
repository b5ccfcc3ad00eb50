package io.interlude.aggregate.topology;

import io.interlude.schema.topic.Topic;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serde;

/// The serdes for the values of public topics.
public interface TopicSerdes {
    <V extends SpecificRecord> Serde<V> of(Topic<V> topic);

    /// Whether what a serde threw says nothing of the record, so that reading it again may work.
    boolean retriable(RuntimeException thrown);
}
