package io.interlude.catalogue.snapshot;

import io.interlude.domain.identity.OrgId;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topic;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One org's records at one revision.
///
/// @param owner the org
/// @param view null for an unknown org
record PinnedRecords(OrgId owner, @Nullable OrgView view) implements CatalogueRecords {
    @Override
    public <V extends CatalogueRecord> Optional<V> latest(Topic<V> topic, OrgId orgId, String id) {
        OrgView known = of(orgId);
        return known == null
                ? Optional.empty()
                : Optional.ofNullable(known.latest(topic, id)).map(topic.valueType()::cast);
    }

    @Override
    public <V extends CatalogueRecord> List<V> all(Topic<V> topic, OrgId orgId) {
        OrgView known = of(orgId);
        return known == null
                ? List.of()
                : known.all(topic).stream().map(topic.valueType()::cast).toList();
    }

    @Override
    public <V extends CatalogueRecord> Stream<V> after(Topic<V> topic, OrgId orgId, String id) {
        OrgView known = of(orgId);
        return known == null
                ? Stream.empty()
                : known.after(topic, id).stream().map(topic.valueType()::cast);
    }

    @Override
    public long revision(OrgId orgId) {
        OrgView known = of(orgId);
        return known == null ? 0 : known.catalogue().revision();
    }

    @Override
    public Set<OrgId> orgs() {
        return view == null ? Set.of() : Set.of(owner);
    }

    @Override
    public CatalogueRecords pinned(OrgId orgId) {
        return orgId.equals(owner) ? this : new PinnedRecords(orgId, null);
    }

    private @Nullable OrgView of(OrgId orgId) {
        return orgId.equals(owner) ? view : null;
    }
}
