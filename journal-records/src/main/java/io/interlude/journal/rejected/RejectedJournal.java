package io.interlude.journal.rejected;

import io.interlude.domain.identity.OrgId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Reads `ads.rejected`. Safe for use by many threads; never blocks the caller. Every answer has a
/// deadline, after which it fails with
/// [io.interlude.journal.availability.StateUnavailableException].
public interface RejectedJournal {
    /// One page.
    CompletableFuture<RejectedPage> page(RejectedQuery query);

    /// The refused event, if there is one at this place. Whether it is one of the org's is for the
    /// caller to see.
    CompletableFuture<Optional<KeptRejection>> find(OrgId orgId, RejectionId id);
}
