package io.interlude.catalogue.snapshot;

import io.interlude.domain.identity.OrgId;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topic;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The catalogue's records in memory, as they were written. Reads never wait. The records are
/// shared: copy one before changing it.
public interface CatalogueRecords {
    /// Newest version of a resource, archived or not.
    <V extends CatalogueRecord> Optional<V> latest(Topic<V> topic, OrgId orgId, String id);

    /// Newest version of each resource of the org, archived ones included, by id.
    <V extends CatalogueRecord> List<V> all(Topic<V> topic, OrgId orgId);

    /// Those of [#all] whose ids come after one, in the order of ids.
    default <V extends CatalogueRecord> Stream<V> after(Topic<V> topic, OrgId orgId, String id) {
        return all(topic, orgId).stream()
                .filter(value -> value.getId().compareTo(id) > 0)
                .sorted(Comparator.comparing(CatalogueRecord::getId));
    }

    /// Every org that is known.
    Set<OrgId> orgs();

    /// Number of the org's newest change, from 1; 0 for an unknown org.
    long revision(OrgId orgId);

    /// The org's records as they are now, and stay: for who reads more than once and must not see
    /// half of a change. Knows no other org.
    CatalogueRecords pinned(OrgId orgId);
}
