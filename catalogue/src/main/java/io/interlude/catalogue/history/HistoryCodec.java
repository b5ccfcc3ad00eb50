package io.interlude.catalogue.history;

import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.catalogue.record.CatalogueHeader;
import io.interlude.schema.CatalogueChanged;
import io.interlude.schema.CatalogueResource;
import io.interlude.schema.ResourceKind;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// Changes of the catalogue as its history keeps them. The kinds, and the fields that hold them,
/// have the order of [Topics#catalogue()].
public final class HistoryCodec {
    private static final int CHANGED_AT = 5;
    private static final int CHANGED_BY = 6;

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
    public static CatalogueChanged write(CatalogueEntry<?> entry, @Nullable SpecificRecord before) {
        Topic<?> topic = entry.topic();
        SpecificRecord value = entry.value();
        CatalogueHeader header = CatalogueHeader.of(value);
        CatalogueChanged change = new CatalogueChanged();
        change.setOrgId(header.orgId().value());
        change.setKind(kind(topic));
        change.setId(header.id());
        change.setVersion(header.version());
        change.setRevision(header.revision());
        change.setRevisionSize(header.revisionSize());
        change.setChangedAt((Instant) value.get(CHANGED_AT));
        change.setChangedBy((String) value.get(CHANGED_BY));
        change.setArchived(header.archived());
        change.setResource(resource(topic, value));
        change.setBefore(before == null ? null : resource(topic, before));
        change.setRestoredRevision(entry.restoredRevision());
        return change;
    }

    /// Key of the record: `org/kind/id`.
    public static String key(CatalogueChanged change) {
        return change.getOrgId() + '/' + change.getKind() + '/' + change.getId();
    }

    private static CatalogueResource resource(Topic<?> topic, SpecificRecord value) {
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
    static @Nullable SpecificRecord read(Topic<?> topic, @Nullable CatalogueResource resource) {
        return resource == null
                ? null
                : (SpecificRecord) resource.get(Topics.catalogue().indexOf(topic));
    }
}
