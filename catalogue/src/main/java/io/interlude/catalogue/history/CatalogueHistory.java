package io.interlude.catalogue.history;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.OrgId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// The catalogue as it was. Safe for use by many threads; never blocks the caller.
public interface CatalogueHistory {
    /// The org's catalogue at a revision; empty when it is older than what is kept. Fails with
    /// [io.interlude.journal.availability.StateUnavailableException] when it cannot be read now.
    CompletableFuture<Optional<OrgCatalogue>> at(OrgId orgId, long revision);

    /// The heap that a past catalogue of the org takes once it is made and prepared for selection,
    /// roughly and not too little; 0 for an unknown org.
    default long heapBytes(OrgId orgId) {
        return 0;
    }
}
