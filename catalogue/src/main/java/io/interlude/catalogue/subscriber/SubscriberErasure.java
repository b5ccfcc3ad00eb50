package io.interlude.catalogue.subscriber;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SubscriberId;
import java.util.concurrent.CompletableFuture;

/// Erases subscribers. Safe for use by many threads; never blocks the caller.
public interface SubscriberErasure {
    /// Destroys the key of one of the org's subscribers and has their state dropped. Of an id that
    /// nobody has, or that was erased before, it does the same, so the outcome tells nothing.
    ///
    /// @param erasedBy id of the key that asks for it
    /// @return completes once that is durable and in effect in this process; exceptionally with
    ///   [io.interlude.journal.availability.JournalUnavailableException] when that is not so in
    ///   time, and then asking again completes it
    CompletableFuture<ErasureReceipt> erase(OrgId orgId, SubscriberId id, String erasedBy);
}
