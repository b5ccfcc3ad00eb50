package io.interlude.catalogue.history;

import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.schema.CatalogueChanged;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.CatalogueResource;
import io.interlude.schema.ResourceKind;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Changes of the catalogue as its history keeps them. The kinds, and the fields that hold them,
/// have the order of [Topics#catalogue()].
public final class HistoryCodec {
    private static final List<ResourceKind> KINDS =
            List.of(
                    ResourceKind.organization,
                    ResourceKind.key,
                    ResourceKind.application,
                    ResourceKind.adUnit,
                    ResourceKind.campaign,
                    ResourceKind.lineItem,
                    ResourceKind.creative,
                    ResourceKind.settings,
                    ResourceKind.advertiser,
                    ResourceKind.savedReport,
                    ResourceKind.conversionGoal,
                    ResourceKind.user);

    private HistoryCodec() {}

    /// The record of a change in the history of its org.
    ///
    /// @param before what the value replaces, where that is to be kept with it
    public static CatalogueChanged write(
            CatalogueEntry<?> entry, @Nullable CatalogueRecord before) {
        Topic<?> topic = entry.topic();
        CatalogueRecord value = entry.value();
        CatalogueChanged change = new CatalogueChanged();
        change.setOrgId(value.getOrgId());
        change.setKind(kind(topic));
        change.setId(value.getId());
        change.setVersion(value.getVersion());
        change.setRevision(value.getRevision());
        change.setRevisionSize(value.getRevisionSize());
        change.setChangedAt(value.getChangedAt());
        change.setChangedBy(value.getChangedBy());
        change.setArchived(value.getArchived());
        change.setResource(resource(topic, value));
        change.setBefore(before == null ? null : resource(topic, before));
        change.setRestoredRevision(entry.restoredRevision());
        return change;
    }

    /// Key of the record: `org/kind/id`.
    public static String key(CatalogueChanged change) {
        return change.getOrgId() + '/' + change.getKind() + '/' + change.getId();
    }

    private static CatalogueResource resource(Topic<?> topic, CatalogueRecord value) {
        CatalogueResource resource = new CatalogueResource();
        resource.put(Topics.catalogue().indexOf(topic), value);
        return resource;
    }

    /// The kind of the topic's resources.
    public static ResourceKind kind(Topic<?> topic) {
        return KINDS.get(Topics.catalogue().indexOf(topic));
    }

    /// The topic of the kind; empty for a kind that this version does not know.
    static Optional<Topic<?>> topic(ResourceKind kind) {
        int index = KINDS.indexOf(kind);
        return index < 0 ? Optional.empty() : Optional.of(Topics.catalogue().get(index));
    }

    /// The resource of that kind.
    static @Nullable CatalogueRecord read(Topic<?> topic, @Nullable CatalogueResource resource) {
        return resource == null
                ? null
                : (CatalogueRecord) resource.get(Topics.catalogue().indexOf(topic));
    }
}
