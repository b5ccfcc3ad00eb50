package io.interlude.journal.rejected;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Reads `ads.rejected`. Safe for use by many threads; never blocks the caller. Every answer has a
/// deadline, after which it fails with
/// [io.interlude.journal.availability.StateUnavailableException].
public interface RejectedJournal {
    /// One page.
    CompletableFuture<RejectedPage> page(RejectedQuery query);

    /// The refused event, if there is one at this place.
    CompletableFuture<Optional<KeptRejection>> find(RejectionId id);
}
