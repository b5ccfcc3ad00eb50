package io.interlude.catalogue.record;

import static java.util.Objects.requireNonNull;

import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topic;
import org.jspecify.annotations.Nullable;

/// One record of a catalogue change. The writer sets the `revision` and `revisionSize` of the
/// value.
///
/// @param key by [CatalogueKeys]
/// @param restoredRevision revision whose content of the resource this brings back; null if it does
///   not
public record CatalogueEntry<V extends CatalogueRecord>(
        Topic<V> topic, String key, V value, @Nullable Long restoredRevision) {
    public CatalogueEntry {
        requireNonNull(topic, "topic is null");
        requireNonNull(key, "key is null");
        requireNonNull(value, "value is null");
    }

    /// A change that brings nothing back.
    public CatalogueEntry(Topic<V> topic, String key, V value) {
        this(topic, key, value, null);
    }

    /// The same change, as one that brings back what was there at a revision.
    public CatalogueEntry<V> restoring(long revision) {
        return new CatalogueEntry<>(topic, key, value, revision);
    }
}
