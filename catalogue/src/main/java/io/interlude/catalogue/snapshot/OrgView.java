package io.interlude.catalogue.snapshot;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topic;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Everything of one org at one revision. Never changes.
public record OrgView(
        OrgCatalogue catalogue, Map<Topic<?>, Map<String, CatalogueRecord>> topicToRecords) {
    @Nullable CatalogueRecord latest(Topic<?> topic, String id) {
        return topicToRecords.getOrDefault(topic, Map.of()).get(id);
    }

    public Collection<CatalogueRecord> all(Topic<?> topic) {
        return topicToRecords.getOrDefault(topic, Map.of()).values();
    }
}
