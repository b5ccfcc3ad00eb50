package io.interlude.catalogue.history;

import static java.util.Objects.requireNonNull;

import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topic;
import org.jspecify.annotations.Nullable;

/// One change of one resource.
///
/// @param place its place among all changes, which grows with time
/// @param topic of the resource
/// @param value the resource as the change made it
/// @param before as it was until then; null for one that is new
/// @param restoredRevision revision whose content it brought back; null for any other change
public record CatalogueChange(
        long place,
        Topic<?> topic,
        CatalogueRecord value,
        @Nullable CatalogueRecord before,
        @Nullable Long restoredRevision) {
    public CatalogueChange {
        requireNonNull(topic, "topic is null");
        requireNonNull(value, "value is null");
    }
}
