package io.interlude.catalogue.snapshot;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topic;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Everything of one org at one revision. Never changes.
///
/// @param heapBytes what its records take, earlier versions of creatives too, by [RecordWeight]
public record OrgView(
        OrgCatalogue catalogue,
        Map<Topic<?>, Map<String, CatalogueRecord>> topicToRecords,
        long heapBytes) {
    /// The newest record of a resource, archived or not; null where there is none.
    public @Nullable CatalogueRecord latest(Topic<?> topic, String id) {
        return topicToRecords.getOrDefault(topic, Map.of()).get(id);
    }

    public Collection<CatalogueRecord> all(Topic<?> topic) {
        return topicToRecords.getOrDefault(topic, Map.of()).values();
    }
}
