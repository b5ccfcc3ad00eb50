package io.interlude.catalogue.record;

import io.interlude.domain.identity.OrgId;

/// Record keys of the catalogue topics.
public final class CatalogueKeys {
    private CatalogueKeys() {}

    /// Key of a resource: `org/id`.
    public static String of(OrgId orgId, String id) {
        return orgId.value() + '/' + id;
    }

    /// Key of one version of a creative, so that compaction keeps every version: `org/id/version`.
    public static String ofVersion(OrgId orgId, String id, int version) {
        return of(orgId, id) + '/' + version;
    }
}
