package io.interlude.catalogue.snapshot;

import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topic;

/// A catalogue record as it was read. Later offsets of a topic are newer.
public record CatalogueArrival(Topic<?> topic, long offset, CatalogueRecord value) {
    /// @throws IllegalArgumentException if the record's revision or its size is not positive
    public CatalogueArrival {
        if (value.getRevision() < 1 || value.getRevisionSize() < 1) {
            throw new IllegalArgumentException("revision or its size is not positive");
        }
    }
}
