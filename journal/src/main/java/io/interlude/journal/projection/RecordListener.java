package io.interlude.journal.projection;

import io.interlude.schema.topic.Topic;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// Folds the records that a [TopicReader] reads. Called by one thread.
public interface RecordListener {
    /// Takes one record. A record may come again, after the reader had to begin anew: its offset
    /// tells. An exception marks the record as poison, which is counted and skipped.
    ///
    /// @param source where the record lies, and its time and key
    void onRecord(Topic<?> topic, ConsumerRecord<String, byte[]> source, SpecificRecord value);

    /// Takes a record without a value: the key's earlier records are deleted. Poison unless the
    /// listener knows better.
    default void onTombstone(Topic<?> topic, ConsumerRecord<String, byte[]> source) {
        throw new IllegalArgumentException("value is null");
    }

    /// Called after each batch of records, also an empty one, at least every 100 ms or so.
    ///
    /// @param atEnd whether the reader stands at the end of every partition
    void onBatchEnd(boolean atEnd);

    /// Whether it has taken records that its reads do not show yet. Asked after each batch.
    default boolean holdsBack() {
        return false;
    }
}
