package io.interlude.kit.catalogue;

import static java.util.Objects.requireNonNull;

import io.interlude.schema.topic.Topic;
import org.apache.avro.specific.SpecificRecord;

/// One record of a catalogue change. The writer sets the `revision` and `revisionSize` of the
/// value.
///
/// @param key by [CatalogueKeys]
public record CatalogueEntry<V extends SpecificRecord>(Topic<V> topic, String key, V value) {
    public CatalogueEntry {
        requireNonNull(topic, "topic is null");
        requireNonNull(key, "key is null");
        requireNonNull(value, "value is null");
    }
}
