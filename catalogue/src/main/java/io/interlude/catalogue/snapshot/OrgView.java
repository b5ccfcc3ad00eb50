package io.interlude.catalogue.snapshot;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topic;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/// Everything of one org at one revision. Never changes.
///
/// @param heapBytes what its records take, earlier versions of creatives too, by [RecordWeight]
public record OrgView(
        OrgCatalogue catalogue,
        Map<Topic<?>, NavigableMap<String, CatalogueRecord>> topicToRecords,
        long heapBytes) {
    /// The newest record of a resource, archived or not; null where there is none.
    public @Nullable CatalogueRecord latest(Topic<?> topic, String id) {
        return records(topic).get(id);
    }

    public Collection<CatalogueRecord> all(Topic<?> topic) {
        return records(topic).values();
    }

    /// Those whose ids come after one, in the order of ids.
    Collection<CatalogueRecord> after(Topic<?> topic, String id) {
        return records(topic).tailMap(id, false).values();
    }

    private NavigableMap<String, CatalogueRecord> records(Topic<?> topic) {
        return topicToRecords.getOrDefault(topic, Collections.emptyNavigableMap());
    }
}
