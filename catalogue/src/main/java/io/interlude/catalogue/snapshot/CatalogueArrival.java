package io.interlude.catalogue.snapshot;

import io.interlude.catalogue.record.CatalogueHeader;
import io.interlude.schema.topic.Topic;
import org.apache.avro.specific.SpecificRecord;

/// A catalogue record as it was read. Later offsets of a topic are newer.
public record CatalogueArrival(
        Topic<?> topic, long offset, CatalogueHeader header, SpecificRecord value) {}
