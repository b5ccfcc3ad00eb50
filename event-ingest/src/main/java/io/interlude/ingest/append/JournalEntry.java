package io.interlude.ingest.append;

import io.interlude.schema.topic.Topic;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// One record on its way into the journal.
///
/// @param partition the partition of the event's fetch, where it has one
/// @param key the fetch id, or null where the event has no proven one
public record JournalEntry<V extends SpecificRecord>(
        Topic<V> topic, int partition, @Nullable String key, V value) {}
