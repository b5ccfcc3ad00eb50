package io.interlude.catalogue.history;

import io.interlude.domain.identity.OrgId;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topic;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Every change of the catalogue that is kept: who made it, when, and what it was. Safe for use by
/// many threads; never blocks the caller. Knows every change that this process's own reads show.
///
/// All of it fails with [io.interlude.journal.availability.StateUnavailableException] when the
/// history cannot be read now.
public interface ChangeHistory {
    /// Place after the newest change.
    long NEWEST = Long.MAX_VALUE;

    /// The changes of one resource, newest first; none where no change of it is known.
    ///
    /// @param before only changes before this [CatalogueChange#place()]
    /// @param limit most changes of the page
    CompletableFuture<ChangePage> ofResource(
            OrgId orgId, Topic<?> topic, String id, long before, int limit);

    /// The org's changes that pass the filter, newest first.
    ///
    /// @param before only changes before this [CatalogueChange#place()]
    /// @param limit most changes of the page
    CompletableFuture<ChangePage> ofOrg(OrgId orgId, ChangeFilter filter, long before, int limit);

    /// The resource as it was at a revision of the org's catalogue; empty where it was not there
    /// yet, or when that is older than what is kept. An archived one is there.
    <V extends CatalogueRecord> CompletableFuture<Optional<V>> resourceAt(
            OrgId orgId, Topic<V> topic, String id, long revision);
}
