package io.interlude.fetch.selection;

import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.prepared.PreparedCatalogue;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The newest snapshot of each org, prepared for selection once. Safe for use by many threads.
public final class PreparedCatalogues {
    private static final OrgCatalogue.Resources NOTHING =
            new OrgCatalogue.Resources(List.of(), List.of(), List.of(), List.of(), List.of());

    private final Catalogues catalogues;
    private final Map<OrgId, PreparedCatalogue> prepared = new ConcurrentHashMap<>();

    public PreparedCatalogues(Catalogues catalogues) {
        this.catalogues = catalogues;
    }

    /// The newest snapshot; an empty one for an org without any catalogue.
    public PreparedCatalogue of(OrgId orgId) {
        return catalogues
                .org(orgId)
                .map(this::prepare)
                .orElseGet(
                        () -> PreparedCatalogue.compile(OrgCatalogue.compile(orgId, 0, NOTHING)));
    }

    private PreparedCatalogue prepare(OrgCatalogue newest) {
        PreparedCatalogue known = prepared.get(newest.orgId());
        if (known != null && known.source() == newest) {
            return known;
        }
        // One thread compiles; the others wait for it rather than do the same.
        return prepared.compute(
                newest.orgId(),
                (_, current) ->
                        current != null && current.source().revision() >= newest.revision()
                                ? current
                                : PreparedCatalogue.compile(newest));
    }
}
