package io.interlude.catalogue.history;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.OrgId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// The catalogue as it was, with changes. Safe for use by many threads; never blocks the caller.
@FunctionalInterface
public interface EditedCatalogues extends CatalogueHistory {
    /// The org's catalogue at a revision, as the edits would have made it; empty when it is older
    /// than what is kept. Fails with [io.interlude.journal.availability.StateUnavailableException]
    /// when it cannot be read now.
    CompletableFuture<Optional<OrgCatalogue>> at(OrgId orgId, long revision, CatalogueEdits edits);

    @Override
    default CompletableFuture<Optional<OrgCatalogue>> at(OrgId orgId, long revision) {
        return at(orgId, revision, CatalogueEdits.NONE);
    }
}
